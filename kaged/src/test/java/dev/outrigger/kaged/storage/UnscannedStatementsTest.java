package dev.outrigger.kaged.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.outrigger.kaged.sqlite.Sqlite;
import dev.outrigger.kaged.storage.StorageFailure.Kind;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What holds when a statement comes past [SqlRules]: each of these runs on a connection as plugins have it, unread.
class UnscannedStatementsTest {
    private static final StorageLimits LIMITS =
            new StorageLimits(Duration.ofSeconds(1), 1000, 1 << 20, 1 << 20, 8 << 10, 1 << 20, 200 << 20);

    @TempDir
    Path folder;

    private Path file;
    private StorageConnection writer;
    private StorageConnection reader;

    @BeforeEach
    void open() throws Exception {
        Sqlite.library(Path.of("target"));
        file = folder.resolve("plugin_one.db");
        writer = StorageConnection.writing(file, LIMITS);
        run(writer, "CREATE TABLE t (a)");
        run(writer, "INSERT INTO t VALUES (5)");
        reader = StorageConnection.reading(file, LIMITS);
    }

    @AfterEach
    void close() throws Exception {
        reader.close();
        writer.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ATTACH 'DIR/x.db' AS x",
                "ATTACH ':memory:' AS x",
                "ATTACH '' AS x",
                "VACUUM INTO 'DIR/x.db'",
                "VACUUM",
                "SELECT load_extension('DIR/x.so')",
                "SELECT readfile('/etc/passwd')",
                "SELECT writefile('DIR/x.db', 'x')",
                "SELECT fts3_tokenizer('simple', x'4141414141414141')",
                "CREATE VIRTUAL TABLE f USING csv(filename='/etc/passwd')"
            })
    void nothingReachesAnotherFile(String statement) {
        var sql = statement.replace("DIR", folder.toString());
        for (var connection : List.of(writer, reader)) {
            failure(connection, sql);
        }
        assertThat(folder.resolve("x.db")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO t VALUES (1)",
                "WITH c AS (SELECT 1) INSERT INTO t SELECT * FROM c",
                "CREATE TABLE u (a)",
                "DROP TABLE t",
                "CREATE VIRTUAL TABLE f USING fts5(a)"
            })
    void aReaderWritesNothingAlsoWhenToldThatItMay(String sql) throws Exception {
        run(reader, "PRAGMA query_only = OFF");
        run(reader, "PRAGMA writable_schema = ON");
        failure(reader, sql);
        assertThat(run(reader, "SELECT * FROM t")).isEqualTo("[{\"a\":5}]");
        assertThat(run(reader, "SELECT count(*) AS n FROM sqlite_schema")).isEqualTo("[{\"n\":1}]");
    }

    /// SQLite's defensive mode would refuse it; the driver does not offer that.
    @Test
    void aPragmaDoesNotOpenTheSchemaForTheNextStatement() throws Exception {
        for (var on : List.of("ON", "1", "RESET")) {
            run(writer, "PRAGMA writable_schema = " + on);
            assertThat(failure(writer, "UPDATE sqlite_schema SET sql = 'x'").what())
                    .contains("may not be modified");
        }
        assertThat(run(writer, "SELECT sql FROM sqlite_schema")).contains("CREATE TABLE t (a)");
    }

    @Test
    void noPragmaLoosensALockForTheNextStatement() throws Exception {
        for (var loose : List.of(
                "trusted_schema = ON",
                "mmap_size = 1048576",
                "cache_size = -1000000",
                "temp_store = FILE",
                "writable_schema = ON",
                "foreign_keys = OFF",
                "cell_size_check = OFF",
                "max_page_count = 1000000",
                "synchronous = OFF",
                "locking_mode = EXCLUSIVE",
                "query_only = OFF")) {
            var name = loose.substring(0, loose.indexOf(' '));
            for (var connection : List.of(writer, reader)) {
                boolean both = List.of("trusted_schema", "mmap_size", "cache_size", "temp_store")
                        .contains(name);
                if (!both && (connection == reader) != name.equals("query_only")) {
                    continue;
                }
                var before = run(connection, "PRAGMA " + name);
                attempt(connection, "PRAGMA " + loose);
                assertThat(run(connection, "PRAGMA " + name)).as(loose).isEqualTo(before);
            }
        }
    }

    @Test
    void theFileKeepsItsSizeAndItsJournalWhateverAPragmaSays() throws Exception {
        run(writer, "PRAGMA max_page_count = 1000000");
        var failure = failure(writer, """
                WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 100)
                INSERT INTO t SELECT randomblob(100000) FROM c""");
        assertThat(failure.kind()).isEqualTo(Kind.FULL);
        assertThat(Files.size(file)).isLessThanOrEqualTo(LIMITS.file());
        attempt(writer, "PRAGMA journal_mode = OFF");
        assertThat(run(writer, "PRAGMA journal_mode")).contains("wal");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE VIRTUAL TABLE f USING fts5(a)",
                "CREATE VIRTUAL TABLE f USING fts4(a)",
                "CREATE VIRTUAL TABLE f USING fts3(a)",
                "CREATE VIRTUAL TABLE f USING rtree(a, b, c)",
                "CREATE VIRTUAL TABLE f USING dbstat",
                "CREATE TEMP TABLE f (a)",
                "CREATE TEMP VIEW f AS SELECT 1",
                "CREATE TEMP TRIGGER f AFTER INSERT ON t BEGIN SELECT 1; END"
            })
    void noVirtualNorTemporaryTableStays(String sql) throws Exception {
        assertThat(failure(writer, sql).kind()).isEqualTo(Kind.REFUSED);
        assertThat(run(writer, "SELECT name FROM sqlite_schema UNION ALL SELECT name FROM sqlite_temp_schema"))
                .isEqualTo("[{\"name\":\"t\"}]");
        run(writer, "INSERT INTO t VALUES (1)");
    }

    /// The modules that would read or write pages as they are: not in this build of the driver.
    @ParameterizedTest
    @ValueSource(strings = {"sqlite_dbpage", "sqlite_dbdata", "sqlite_stmt", "bytecode", "zipfile"})
    void thereIsNoWayToPagesOrPrograms(String module) {
        assertThat(failure(reader, "SELECT * FROM " + module + "('main')").what())
                .contains("no such table");
        assertThat(failure(writer, "CREATE VIRTUAL TABLE f USING " + module).what())
                .contains("no such module");
    }

    /// It tells of the plugin's own file only; refused by the rules since no plugin needs it.
    @Test
    void dbstatOnlyTellsOfTheOwnFile() throws Exception {
        assertThat(run(reader, "SELECT DISTINCT name FROM dbstat ORDER BY name"))
                .isEqualTo("[{\"name\":\"sqlite_schema\"},{\"name\":\"t\"}]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c",
                "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c",
                "WITH RECURSIVE c(x, b) AS (SELECT 1, zeroblob(900000) UNION ALL SELECT x + 1, zeroblob(900000)"
                        + " FROM c) SELECT x FROM c ORDER BY b",
                "SELECT zeroblob(2000000)",
                "SELECT zeroblob(2147483647)",
                "SELECT randomblob(1000000000)",
                "SELECT printf('%2000000d', 1)",
                "SELECT replace(hex(zeroblob(400000)), '0', 'xxxxxxxx')"
            })
    void whatIsEndlessOrHugeIsStopped(String sql) throws Exception {
        for (var connection : List.of(writer, reader)) {
            assertThat(failure(connection, sql).kind()).as(sql).isEqualTo(Kind.LIMIT);
            assertThat(run(connection, "SELECT * FROM t")).isEqualTo("[{\"a\":5}]");
        }
    }

    @Test
    void whatIsDeepOrWideIsNotCompiled() {
        var nested = "SELECT " + "abs(".repeat(300) + "1" + ")".repeat(300);
        var sum = "SELECT 1" + " + 1".repeat(300);
        var unions = "SELECT 1" + " UNION ALL SELECT 1".repeat(200);
        var columns = "SELECT 1" + ", 1".repeat(600);
        var arguments = "SELECT max(1" + ", 1".repeat(110) + ")";
        var pattern = "SELECT 'x' LIKE '" + "%x".repeat(600) + "'";
        var parameters = "SELECT ?2000";
        for (var sql : List.of(nested, sum, unions, columns, arguments, pattern, parameters)) {
            assertThat(failure(reader, sql).kind()).as(sql).isEqualTo(Kind.WRONG);
        }
        assertThat(failure(reader, "SELECT 1 -- " + "x".repeat(40_000)).kind()).isEqualTo(Kind.LIMIT);
    }

    @Test
    void triggersDoNotNestWithoutEnd() throws Exception {
        run(writer, "PRAGMA recursive_triggers = ON");
        run(writer, "CREATE TABLE r (n)");
        run(writer, "CREATE TRIGGER again AFTER INSERT ON r BEGIN INSERT INTO r VALUES (new.n + 1); END");
        assertThat(failure(writer, "INSERT INTO r VALUES (1)").what()).contains("trigger recursion");
        assertThat(run(writer, "SELECT count(*) AS n FROM r")).isEqualTo("[{\"n\":0}]");
    }

    /// The driver gives SQLite the text as a whole, and SQLite compiles the first statement of it.
    @Test
    void whatStandsBehindAStatementIsNotRun() throws Exception {
        attempt(writer, "SELECT 1 AS a; INSERT INTO t VALUES (6)");
        attempt(writer, "INSERT INTO t VALUES (7); DELETE FROM t");
        assertThat(run(reader, "SELECT * FROM t WHERE a = 5")).isEqualTo("[{\"a\":5}]");
        assertThat(run(reader, "SELECT * FROM t WHERE a = 6")).isEqualTo("[]");
    }

    @Test
    void aTransactionOfItsOwnDoesNotOutliveTheStatement() throws Exception {
        for (var sql : List.of("COMMIT", "ROLLBACK", "BEGIN", "BEGIN EXCLUSIVE", "SAVEPOINT s", "END")) {
            attempt(writer, sql);
            attempt(reader, sql);
            assertThat(writer.sound() && reader.sound()).as(sql).isTrue();
            run(writer, "INSERT INTO t VALUES (1)");
            assertThat(run(reader, "SELECT count(*) AS n FROM t")).as(sql).isEqualTo("[{\"n\":2}]");
            run(writer, "DELETE FROM t WHERE a = 1");
        }
    }

    private static String run(StorageConnection connection, String sql) throws Exception {
        var answer = connection.run(
                new StatementRequest(sql, List.of()),
                System.nanoTime() + LIMITS.time().toNanos());
        return JsonText.text(new Json.Arr(List.copyOf(answer.rows())));
    }

    /// Whether it is refused or only without effect is SQLite's choice.
    private static void attempt(StorageConnection connection, String sql) throws Exception {
        try {
            run(connection, sql);
        } catch (StorageFailure e) {
            assertThat(e.kind()).as(sql).isNotEqualTo(Kind.BROKEN);
        }
    }

    private static StorageFailure failure(StorageConnection connection, String sql) {
        var failure = catchThrowableOfType(StorageFailure.class, () -> run(connection, sql));
        assertThat(failure).as(sql).isNotNull();
        assertThat(failure.kind()).as(sql).isNotEqualTo(Kind.BROKEN);
        return failure;
    }
}
