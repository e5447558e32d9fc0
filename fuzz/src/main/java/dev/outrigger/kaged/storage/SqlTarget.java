package dev.outrigger.kaged.storage;

import dev.outrigger.fuzz.base.Target;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/// A plugin's statements, before SQLite sees them.
public final class SqlTarget implements Target {
    private static final int LONGEST = 60_000;

    /// The engine's own lists, asked for once.
    private static final class Known {
        static final SqlRules RULES = rules();

        private static SqlRules rules() {
            try (var connection = DriverManager.getConnection("jdbc:sqlite::memory:")) {
                return SqlRules.of(connection);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public String name() {
        return "sql";
    }

    @Override
    public List<String> words() {
        return List.of(
                "SELECT ",
                "INSERT INTO ",
                " FROM ",
                "ATTACH ",
                "PRAGMA ",
                "CREATE TRIGGER ",
                " BEGIN ",
                " END",
                ";",
                "--",
                "/*",
                "*/",
                "x'00'",
                "?1",
                ":a",
                "load_extension(",
                "pragma_table_info",
                "sqlite_master",
                "sqlite_temp",
                "[a]",
                "`a`",
                "'a'",
                "''",
                "\"a\"",
                "1e",
                "0x",
                "CASE ",
                "WITH ",
                "temp.",
                "\u00a0");
    }

    @Override
    public String read(byte[] input) {
        var sql = new String(input, StandardCharsets.UTF_8);
        try {
            var checked = Known.RULES.check(sql, LONGEST);
            var tokens = SqlText.tokens(sql);
            if (!SqlText.tokens(sql + "\n").equals(tokens)) {
                throw new Broken("a newline behind it makes another statement of it");
            }
            return "taken " + checked.reads() + " " + tokens.getFirst().text();
        } catch (StorageFailure e) {
            return e.what();
        }
    }
}
