package dev.outrigger.kaged.storage;

import dev.outrigger.wire.Excerpt;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Which statements may run at all: decided by their words, before SQLite sees them, and by default against them. The
/// driver has no authorizer; what these rules let through meets SQLite's own locks besides (see [StorageConnection]).
final class SqlRules {
    private static final Set<String> READS = Set.of("select", "with", "values");
    private static final Set<String> WRITES = Set.of("insert", "update", "delete", "replace");
    private static final Set<String> SHAPES = Set.of("create", "drop", "alter");
    private static final Set<String> THINGS = Set.of("table", "index", "view", "trigger");
    private static final Set<String> TRANSACTIONS =
            Set.of("begin", "commit", "end", "rollback", "savepoint", "release");

    /// They could act only as the first word; but no honest statement needs them bare anywhere.
    private static final Set<String> NOWHERE = Set.of("attach", "detach", "pragma", "vacuum", "virtual");

    /// SQLite's own tables that a plugin may read; all others of that prefix show or steer the engine.
    private static final Set<String> OWN_TABLES =
            Set.of("sqlite_schema", "sqlite_master", "sqlite_sequence", "sqlite_version");

    /// Known ways to a file, a library or a pointer; by name, also where this build of SQLite lacks them.
    private static final Set<String> REACHING = Set.of(
            "load_extension",
            "fts3_tokenizer",
            "readfile",
            "writefile",
            "edit",
            "fsdir",
            "lsmode",
            "zipfile",
            "zipfile_cds",
            "csv",
            "bytecode",
            "tables_used");

    private static final Set<String> TABLE_FUNCTIONS = Set.of("json_each", "json_tree");

    private static final Set<String> FUNCTIONS = Set.of("""
            abs acos acosh asin asinh atan atan2 atanh atn2 avg ceil ceiling changes char charindex coalesce concat
            concat_ws cos cosh cot coth count cume_dist current_date current_time current_timestamp date datetime
            degrees dense_rank difference exp first_value floor format glob group_concat hex if ifnull iif instr
            json json_array json_array_insert json_array_length json_error_position json_extract json_group_array
            json_group_object json_insert json_object json_patch json_pretty json_quote json_remove json_replace
            json_set json_type json_valid jsonb jsonb_array jsonb_array_insert jsonb_extract jsonb_group_array
            jsonb_group_object jsonb_insert jsonb_object jsonb_patch jsonb_remove jsonb_replace jsonb_set julianday
            lag last_insert_rowid last_value lead leftstr length like likelihood likely ln log log10 log2 lower
            lower_quartile ltrim max median min mod mode nth_value ntile nullif octet_length padc padl padr
            percent_rank percentile percentile_cont percentile_disc pi pow power printf proper quote radians random
            randomblob rank replace replicate reverse rightstr round row_number rtrim sign sin sinh sqlite_version
            sqrt square stdev strfilter strftime string_agg substr substring sum tan tanh time timediff total
            total_changes trim trunc typeof unhex unicode unistr unistr_quote unixepoch unlikely upper
            upper_quartile variance zeroblob""".split("\\s+"));

    private final Set<String> refusedFunctions;
    private final Set<String> refusedModules;

    /// A statement that passed; `reads` when its first word promises no change.
    record Checked(String sql, boolean reads) {}

    private SqlRules(Set<String> refusedFunctions, Set<String> refusedModules) {
        this.refusedFunctions = refusedFunctions;
        this.refusedModules = refusedModules;
    }

    /// Asks the engine what it offers, so that a function of a newer build is refused until it is listed here.
    static SqlRules of(Connection connection) throws SQLException {
        var functions = names(connection, "SELECT DISTINCT name FROM pragma_function_list");
        functions.removeAll(FUNCTIONS);
        var modules = names(connection, "SELECT name FROM pragma_module_list");
        modules.removeAll(TABLE_FUNCTIONS);
        return new SqlRules(functions, modules);
    }

    private static Set<String> names(Connection connection, String sql) throws SQLException {
        var names = new HashSet<String>();
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                names.add(lower(rows.getString(1)));
            }
        }
        return names;
    }

    Checked check(String sql, int longest) throws StorageFailure {
        if (sql.length() > longest) {
            throw refused("the statement has " + sql.length() + " characters; " + longest + " are allowed: bind long "
                    + "values as parameters");
        }
        var tokens = SqlText.tokens(sql);
        if (tokens.isEmpty()) {
            throw refused("the statement is empty");
        }
        String first = tokens.getFirst().kind() == SqlToken.Kind.WORD
                ? lower(tokens.getFirst().text())
                : "";
        if (TRANSACTIONS.contains(first)) {
            throw refused("`" + first.toUpperCase(Locale.ROOT)
                    + "` is not available: every statement is a transaction of its own");
        }
        if (SHAPES.contains(first)) {
            shape(first, tokens);
        } else if (!READS.contains(first) && !WRITES.contains(first)) {
            throw refused("a statement may not begin with `"
                    + Excerpt.of(tokens.getFirst().text()) + "`; it may with SELECT, WITH, VALUES, "
                    + "INSERT, UPDATE, DELETE, REPLACE, CREATE, DROP, ALTER");
        }
        single(tokens);
        for (int i = 0; i < tokens.size(); i++) {
            names(tokens, i);
        }
        return new Checked(sql, READS.contains(first));
    }

    private static void shape(String verb, List<SqlToken> tokens) throws StorageFailure {
        int at = 1;
        if (verb.equals("create") && tokens.size() > 1 && tokens.get(1).word("unique")) {
            at = 2;
        }
        var thing = at < tokens.size() ? tokens.get(at) : new SqlToken(SqlToken.Kind.MARK, "nothing");
        if (thing.kind() != SqlToken.Kind.WORD
                || !THINGS.contains(lower(thing.text()))
                || (verb.equals("alter") && !thing.word("table"))) {
            throw refused("`" + verb.toUpperCase(Locale.ROOT) + " "
                    + Excerpt.of(thing.text()) + "` is not available here: "
                    + (verb.equals("alter") ? "only TABLE is" : "TABLE, INDEX, VIEW and TRIGGER are"));
        }
    }

    /// One statement: a `;` only behind it, or within the body of a trigger.
    private static void single(List<SqlToken> tokens) throws StorageFailure {
        int end = tokens.size();
        if (tokens.getLast().mark(';')) {
            end--;
        }
        boolean trigger = tokens.getFirst().word("create")
                && tokens.size() > 1
                && tokens.get(1).word("trigger");
        int body = 0;
        int cases = 0;
        for (int i = 0; i < end; i++) {
            var token = tokens.get(i);
            if (trigger && body == 0 && token.word("begin")) {
                body = i;
            } else if (body > 0 && token.word("case")) {
                cases++;
            } else if (body > 0 && token.word("end")) {
                cases--;
                if (cases < 0 && i < end - 1) {
                    throw refused("there is something behind the END of the trigger: send one statement per call");
                }
            } else if (token.mark(';') && body == 0) {
                throw refused("there is more than one statement: send one per call");
            }
        }
        if (body > 0 && cases >= 0) {
            throw refused("the body of the trigger has no END");
        }
    }

    private void names(List<SqlToken> tokens, int i) throws StorageFailure {
        var token = tokens.get(i);
        if (!token.canName()) {
            return;
        }
        String name = lower(token.text());
        if (token.kind() == SqlToken.Kind.WORD && NOWHERE.contains(name)) {
            throw refused("`" + name.toUpperCase(Locale.ROOT)
                    + "` is not available here; as the name of a column or table write it in double quotes");
        }
        if (REACHING.contains(name)
                || refusedModules.contains(name)
                || name.startsWith("pragma_")
                || (name.startsWith("sqlite_") && !OWN_TABLES.contains(name))) {
            throw refused("`" + Excerpt.of(token.text()) + "` is not available here"
                    + (token.kind() == SqlToken.Kind.STRING ? "; bind it as a parameter if it is only text" : ""));
        }
        var next = i + 1 < tokens.size() ? tokens.get(i + 1) : null;
        if (next != null && next.mark('(') && refusedFunctions.contains(name)) {
            throw refused("the function `" + name + "` is not available here");
        }
        if (next != null && next.mark('.') && (name.equals("temp") || name.equals("temporary"))) {
            throw refused("the schema `temp` is not available here: there is only `main`");
        }
    }

    /// As SQLite folds names: ASCII only.
    static String lower(String name) {
        var folded = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            folded.append(c >= 'A' && c <= 'Z' ? (char) (c + 32) : c);
        }
        return folded.toString();
    }

    private static StorageFailure refused(String what) {
        return new StorageFailure(StorageFailure.Kind.REFUSED, what);
    }
}
