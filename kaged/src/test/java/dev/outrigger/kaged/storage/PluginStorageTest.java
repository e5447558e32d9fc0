package dev.outrigger.kaged.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.outrigger.kaged.sqlite.Sqlite;
import dev.outrigger.kaged.storage.StorageFailure.Kind;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PluginStorageTest {
    private static final StorageLimits LIMITS =
            new StorageLimits(Duration.ofSeconds(20), 1000, 1 << 20, 4 << 20, 8 << 10, 1 << 20, 200 << 20);

    @TempDir
    Path folder;

    private SqliteStorage storage;

    @BeforeEach
    void open() throws Exception {
        Sqlite.library(Path.of("target"));
        storage = SqliteStorage.open(folder.resolve("storage"), LIMITS);
    }

    @AfterEach
    void close() throws Exception {
        storage.close();
    }

    @Test
    void keepsRowsAndGivesThemBackAsObjects() throws Exception {
        exec("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT, weight REAL, raw BLOB, seen)");
        var answer = exec("INSERT INTO notes VALUES (1, ?, ?, ?, ?), (2, NULL, ?, x'00ff', ?)", """
                ["it's \u00e4 \ud83d\ude00", 1.5, {"$blob": "AAEC"}, true, -9007199254740993, null]""");
        assertThat(answer.changes()).isEqualTo(2);
        assertThat(query("SELECT * FROM notes ORDER BY id")).isEqualTo("""
                [{"id":1,"text":"it's \u00e4 \ud83d\ude00","weight":1.5,"raw":{"$blob":"AAEC"},"seen":1},\
                {"id":2,"text":null,"weight":-9.007199254740992E15,"raw":{"$blob":"AP8="},"seen":null}]""");
        assertThat(query("SELECT 9223372036854775807 AS big, 'a' || ? AS joined", "[\"b\"]"))
                .isEqualTo("[{\"big\":9223372036854775807,\"joined\":\"ab\"}]");
    }

    @Test
    void survivesARestart() throws Exception {
        exec("CREATE TABLE t (a)");
        exec("INSERT INTO t VALUES (7)");
        storage.close();
        storage = SqliteStorage.open(folder.resolve("storage"), LIMITS);
        assertThat(query("SELECT a FROM t")).isEqualTo("[{\"a\":7}]");
        storage.rest("one");
        assertThat(query("SELECT a FROM t")).isEqualTo("[{\"a\":7}]");
    }

    @Test
    void twoPluginsNeverSeeEachOther() throws Exception {
        exec("CREATE TABLE secret (a)");
        exec("INSERT INTO secret VALUES ('mine')");
        var failure = failure(() -> storage.query("two", new StatementRequest("SELECT * FROM secret", List.of())));
        assertThat(failure.kind()).isEqualTo(Kind.WRONG);
        assertThat(storage.query("two", new StatementRequest("SELECT count(*) AS n FROM sqlite_schema", List.of()))
                        .rows())
                .containsExactly(Json.object().put("n", 0).build());
    }

    @Test
    void isForNobodyElseToReadAlsoWhereItWasBefore() throws Exception {
        exec("CREATE TABLE t (x)");
        assertThat(modes()).hasSize(3).containsOnly("rw-------");
        storage.close();
        for (var file : databases()) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        }
        storage = SqliteStorage.open(folder.resolve("storage"), LIMITS);
        exec("INSERT INTO t VALUES (1)");
        assertThat(modes()).hasSize(3).containsOnly("rw-------");
    }

    private List<Path> databases() throws Exception {
        try (var files = Files.list(folder.resolve("storage"))) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith("plugin_"))
                    .toList();
        }
    }

    private List<String> modes() throws Exception {
        var modes = new ArrayList<String>();
        for (var file : databases()) {
            modes.add(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        }
        return modes;
    }

    @Test
    void purgeRemovesEverything() throws Exception {
        exec("CREATE TABLE t (a)");
        assertThat(databases()).isNotEmpty();
        storage.purge("one");
        try (var left = Files.list(folder.resolve("storage"))) {
            assertThat(left).isEmpty();
        }
        assertThat(query("SELECT count(*) AS n FROM sqlite_schema")).isEqualTo("[{\"n\":0}]");
    }

    @Test
    void aNameThatIsNoneReachesNoFile() {
        for (var name : List.of("../x", "", "A", "a/b", "a b", "a\0b", "é", "a_b", "1a", "a".repeat(65))) {
            assertThat(failure(() -> storage.query(name, new StatementRequest("SELECT 1", List.of())))
                            .kind())
                    .isEqualTo(Kind.REFUSED);
        }
    }

    @Test
    void aLinkInPlaceOfTheFileIsNotFollowed() throws Exception {
        Files.createSymbolicLink(folder.resolve("storage/plugin_one.db"), folder.resolve("elsewhere.db"));
        assertThat(failure(() -> exec("CREATE TABLE t (a)")).kind()).isEqualTo(Kind.BROKEN);
        assertThat(folder.resolve("elsewhere.db")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ATTACH 'DIR/x.db' AS x",
                "attach database 'DIR/x.db' as x",
                "/**/ATTACH/**/'DIR/x.db'/**/AS/**/x",
                "-- hello\nATTACH 'DIR/x.db' AS x",
                ";ATTACH 'DIR/x.db' AS x",
                "SELECT 1; ATTACH 'DIR/x.db' AS x",
                "SELECT 1;;",
                "SELECT 1; SELECT 2",
                "SELECT ';' ; DROP TABLE t",
                "SELECT 1 /* ; */ ; SELECT 2",
                "SELECT \"a;\"\"b\"; SELECT 2",
                "SELECT [a;]; SELECT 2",
                "SELECT `a;`; SELECT 2",
                "SELECT 1 -- \n; SELECT 2",
                "DETACH x",
                "PRAGMA database_list",
                "PRAGMA writable_schema = ON",
                "PRAGMA temp_store_directory = 'DIR'",
                "PRAGMA journal_mode = OFF",
                "PrAgMa main.journal_mode",
                "EXPLAIN PRAGMA journal_mode",
                "VACUUM",
                "VACUUM INTO 'DIR/x.db'",
                "VACUUM main INTO 'DIR/x.db'",
                "backup to 'DIR/x.db'",
                "backup main to DIR/x.db",
                "restore from 'DIR/x.db'",
                "REINDEX",
                "ANALYZE",
                "BEGIN",
                "BEGIN EXCLUSIVE",
                "COMMIT",
                "END",
                "ROLLBACK",
                "SAVEPOINT a",
                "RELEASE a",
                "EXPLAIN SELECT 1",
                "SELECT * FROM pragma_database_list",
                "SELECT * FROM \"pragma_database_list\"",
                "SELECT * FROM [pragma_database_list]",
                "SELECT * FROM `pragma_database_list`",
                "SELECT * FROM 'pragma_database_list'",
                "SELECT * FROM PRAGMA_TABLE_INFO('t')",
                "SELECT * FROM main.pragma_database_list()",
                "SELECT * FROM pragma_function_list",
                "CREATE VIEW v AS SELECT * FROM pragma_database_list",
                "SELECT load_extension('DIR/x.so')",
                "SELECT LOAD_EXTENSION ('DIR/x.so')",
                "SELECT \"load_extension\"('DIR/x.so')",
                "SELECT [load_extension]('DIR/x.so')",
                "SELECT load_extension/**/('DIR/x.so', 'init')",
                "SELECT readfile('/etc/passwd')",
                "SELECT writefile('DIR/x', 'y')",
                "SELECT edit('a', 'sh')",
                "SELECT * FROM zipfile('DIR/x.zip')",
                "SELECT * FROM fsdir('/')",
                "SELECT fts3_tokenizer('simple')",
                "SELECT fts3_tokenizer('simple', x'4141414141414141')",
                "SELECT sqlite_log(1, 'x')",
                "SELECT sqlite_compileoption_get(1)",
                "SELECT * FROM dbstat",
                "SELECT * FROM sqlite_dbpage",
                "SELECT * FROM sqlite_stmt",
                "SELECT * FROM sqlite_temp_master",
                "SELECT * FROM fts5vocab",
                "CREATE VIRTUAL TABLE f USING fts5(a)",
                "CREATE VIRTUAL/**/TABLE f USING fts5(a, tokenize='x')",
                "CREATE VIRTUAL TABLE f USING csv(filename='/etc/passwd')",
                "CREATE VIRTUAL TABLE f USING rtree(a, b, c)",
                "CREATE /* */ vIrTuAl TABLE f USING fts4(a)",
                "CREATE TEMP TABLE t (a)",
                "CREATE TEMPORARY VIEW v AS SELECT 1",
                "CREATE TABLE temp.t (a)",
                "CREATE TABLE \"temp\".t (a)",
                "DROP DATABASE x",
                "ALTER DATABASE x",
                "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; END; ATTACH 'DIR/x.db' AS x",
                "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; END SELECT 2; END",
                "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT load_extension('DIR/x.so'); END",
                "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT CASE 1 WHEN 1 THEN 2 END;",
                "CREATE TABLE g (a, b AS (load_extension(a)))",
                "CREATE INDEX i ON t (load_extension(a))",
                "CREATE TABLE t2 (a CHECK (load_extension(a)))",
                "CREATE TABLE t2 (a DEFAULT (load_extension('x')))",
                "ATT\u200BACH 'DIR/x.db' AS x",
                "\uFEFFATTACH 'DIR/x.db' AS x",
                "\u00A0ATTACH 'DIR/x.db' AS x",
                "ＡＴＴＡＣＨ 'DIR/x.db' AS x",
                "SELECT 1 \uFEFF; ATTACH 'DIR/x.db' AS x",
                "SELECT 'abc",
                "SELECT \"abc",
                "SELECT [abc",
                "SELECT /* abc",
                "SELECT x'0'",
                "SELECT x'zz'",
                "SELECT 1abc",
                "SELECT 1e",
                "SELECT #1",
                "SELECT :a",
                "SELECT @a",
                "SELECT $a",
                "SELECT {a}",
                "SELECT \\",
                "SELECT ^",
                "SELECT '\u0000'",
                "SELECT 1\u0000; ATTACH 'DIR/x.db' AS x",
                "SELECT '\uD800'",
                "",
                " -- nothing",
                ";",
                "1",
                "'SELECT 1'",
                "\"SELECT\" 1",
                "(SELECT 1)"
            })
    void refusesWhatCouldReachOut(String statement) throws Exception {
        exec("CREATE TABLE t (a)");
        var before = files();
        var sql = statement.replace("DIR", folder.toString());
        assertThat(failure(() -> exec(sql)).kind()).as(sql).isEqualTo(Kind.REFUSED);
        assertThat(failure(() -> query(sql)).kind()).as(sql).isEqualTo(Kind.REFUSED);
        assertThat(files()).isEqualTo(before);
    }

    /// Past the rules, the engine's own locks hold, too: each of these is tried on the bare connection.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ATTACH 'DIR/x.db' AS x",
                "ATTACH ':memory:' AS x",
                "SELECT load_extension('DIR/x.so')",
                "VACUUM INTO 'DIR/x.db'",
                "SELECT fts3_tokenizer('simple', x'4141414141414141')",
                "SELECT readfile('/etc/passwd')"
            })
    void theEngineRefusesByItselfToo(String statement) throws Exception {
        for (boolean writes : new boolean[] {true, false}) {
            var file = folder.resolve("storage/bare.db");
            try (var door = writes ? StorageConnection.writing(file, LIMITS) : StorageConnection.reading(file, LIMITS);
                    var bare = door.connection().createStatement()) {
                var sql = statement.replace("DIR", folder.toString());
                assertThat(catchThrowable(() -> bare.execute(sql))).as(sql).isInstanceOf(SQLException.class);
            }
        }
        assertThat(folder.resolve("x.db")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 'ATTACH x; PRAGMA y; VACUUM' AS a",
                "SELECT 1 AS \"attach\"",
                "SELECT 1 AS [pragma];",
                "SELECT 1 AS a -- ATTACH\n",
                "SELECT /* ; */ 1 AS a ;",
                "WITH c(x) AS (VALUES (1), (2)) SELECT x FROM c",
                "VALUES (1, 2)",
                "SELECT value FROM json_each('[1,2]')",
                "SELECT count(*) AS n FROM sqlite_schema",
                "SELECT 1.5e3 AS a, .5 AS b, 0xFF AS c, x'00' AS d, 1e-3 AS e",
                "SELECT a->'$.b' AS x, a->>'$.b' AS y FROM (SELECT '{}' AS a)",
                "SELECT row_number() OVER (ORDER BY name) AS n FROM sqlite_schema",
                "SELECT 'it''s' AS a, \"x\"\"y\" AS b FROM (SELECT 1 AS [x\"y])"
            })
    void honestQueriesPass(String sql) throws Exception {
        query(sql);
        exec(sql);
    }

    @Test
    void tablesIndexesViewsAndTriggersWork() throws Exception {
        exec("CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT NOT NULL, n INT DEFAULT 0)");
        exec("CREATE TABLE log (what)");
        exec("CREATE UNIQUE INDEX i ON t (a)");
        exec("CREATE VIEW v AS SELECT a FROM t WHERE n > 0");
        exec("""
                CREATE TRIGGER r AFTER UPDATE ON t BEGIN
                  INSERT INTO log VALUES (CASE WHEN new.n > 1 THEN 'many' ELSE 'one' END);
                  UPDATE log SET what = upper(what);
                END;
                """);
        exec("INSERT INTO t (a) VALUES ('x'), ('y')");
        assertThat(exec("UPDATE t SET n = 2 WHERE a = 'x' RETURNING id, n").json())
                .isEqualTo(JsonText.parse("{\"rows\":[{\"id\":1,\"n\":2}],\"changes\":3}"));
        assertThat(query("SELECT a, (SELECT what FROM log) AS w FROM v")).isEqualTo("[{\"a\":\"x\",\"w\":\"MANY\"}]");
        assertThat(failure(() -> exec("INSERT INTO t (a) VALUES ('x')")).what()).contains("UNIQUE");
        exec("INSERT INTO t (a) VALUES ('x') ON CONFLICT (a) DO UPDATE SET n = n + 1");
        exec("ALTER TABLE t ADD COLUMN more");
        exec("ALTER TABLE t RENAME TO u");
        exec("DELETE FROM u WHERE a = 'x'");
        exec("DROP VIEW v");
        exec("DROP TABLE u");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO t VALUES (1)",
                "DELETE FROM t",
                "WITH c AS (SELECT 1) INSERT INTO t SELECT * FROM c",
                "WITH c AS (SELECT 1) DELETE FROM t RETURNING a",
                "CREATE TABLE u (a)",
                "REPLACE INTO t VALUES (1)"
            })
    void aQueryNeverWrites(String sql) throws Exception {
        exec("CREATE TABLE t (a)");
        exec("INSERT INTO t VALUES (5)");
        assertThat(failure(() -> query(sql)).kind()).isEqualTo(Kind.REFUSED);
        assertThat(query("SELECT * FROM t")).isEqualTo("[{\"a\":5}]");
    }

    @Test
    void theSchemaCannotBeWrittenByHand() throws Exception {
        exec("CREATE TABLE t (a)");
        for (var sql : List.of(
                "UPDATE sqlite_schema SET sql = 'x'",
                "INSERT INTO sqlite_master VALUES ('table', 'x', 'x', 0, 'x')",
                "DELETE FROM \"sqlite_master\"",
                "DROP TABLE sqlite_master")) {
            assertThat(failure(() -> exec(sql)).what()).contains("may not be");
        }
    }

    @Test
    void anEndlessStatementIsStoppedAndTheFileGoesOn() throws Exception {
        storage.close();
        storage = SqliteStorage.open(folder.resolve("storage"), LIMITS.withTime(Duration.ofMillis(300)));
        exec("CREATE TABLE t (a)");
        var endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) ";
        assertThat(failure(() -> query(endless + "SELECT count(*) AS n FROM c")).kind())
                .isEqualTo(Kind.LIMIT);
        assertThat(failure(() -> exec("INSERT INTO t " + endless + "SELECT x FROM c WHERE x % 100000 = 0"))
                        .what())
                .contains("300 ms");
        assertThat(query("SELECT count(*) AS n FROM t")).isEqualTo("[{\"n\":0}]");
        exec("INSERT INTO t VALUES (1)");
        assertThat(query("SELECT count(*) AS n FROM t")).isEqualTo("[{\"n\":1}]");
    }

    @Test
    void aStatementThatSwallowsMemoryIsStopped() {
        var failure = failure(() -> query("""
                WITH RECURSIVE c(x, b) AS (SELECT 1, zeroblob(900000) UNION ALL SELECT x + 1, zeroblob(900000) FROM c)
                SELECT x FROM c ORDER BY b"""));
        assertThat(failure.kind()).isEqualTo(Kind.LIMIT);
        assertThat(failure.what()).contains("memory");
    }

    @Test
    void viewsUponViewsDoNotBlowUp() throws Exception {
        storage.close();
        storage = SqliteStorage.open(folder.resolve("storage"), LIMITS.withTime(Duration.ofSeconds(2)));
        exec("CREATE VIEW v0 AS SELECT 1 AS a");
        for (int i = 1; i < 30; i++) {
            exec("CREATE VIEW v" + i + " AS SELECT x.a FROM v" + (i - 1) + " AS x, v" + (i - 1) + " AS y");
        }
        assertThat(failure(() -> query("SELECT * FROM v29")).kind()).isIn(Kind.LIMIT, Kind.WRONG);
        assertThat(query("SELECT 1 AS a")).isEqualTo("[{\"a\":1}]");
    }

    @Test
    void largeAnswersAndValuesAreRefusedWhole() throws Exception {
        exec("CREATE TABLE t (a)");
        var numbers = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 1001) ";
        assertThat(failure(() -> query(numbers + "SELECT x FROM c")).what()).contains("1000 rows");
        assertThat(failure(() -> query(numbers + "SELECT x, hex(zeroblob(1000)) AS h FROM c"))
                        .what())
                .contains("bytes");
        assertThat(failure(() -> exec(numbers + "INSERT INTO t SELECT x FROM c RETURNING a"))
                        .kind())
                .isEqualTo(Kind.LIMIT);
        assertThat(query("SELECT count(*) AS n FROM t")).isEqualTo("[{\"n\":0}]");
        assertThat(failure(() -> query("SELECT zeroblob(2000000) AS z")).kind()).isEqualTo(Kind.LIMIT);
        assertThat(failure(() -> query("SELECT replicate('x', 2000000) AS z")).kind())
                .isIn(Kind.LIMIT);
        assertThat(failure(() -> query("SELECT '" + "x".repeat(9000) + "' AS z"))
                        .kind())
                .isEqualTo(Kind.REFUSED);
        assertThat(failure(() -> query(
                                "SELECT ? AS z", JsonText.text(new Json.Arr(List.of(Json.of("x".repeat(2_000_000)))))))
                        .kind())
                .isEqualTo(Kind.LIMIT);
    }

    @Test
    void theFileDoesNotGrowBeyondItsSize() throws Exception {
        exec("CREATE TABLE t (a)");
        var failure = failure(() -> {
            for (int i = 0; i < 100; i++) {
                exec("INSERT INTO t VALUES (randomblob(100000))");
            }
            return exec("SELECT 1");
        });
        assertThat(failure.kind()).isEqualTo(Kind.FULL);
        assertThat(Files.size(folder.resolve("storage/plugin_one.db"))).isLessThanOrEqualTo(LIMITS.file());
        exec("DELETE FROM t");
        exec("INSERT INTO t VALUES (1)");
    }

    @Test
    void wrongParametersAreSaidClearly() {
        assertThat(failure(() -> query("SELECT ? AS a, ? AS b", "[1]")).what()).contains("2 parameters");
        assertThat(failure(() -> query("SELECT 1 AS a", "[1]")).what()).contains("0 parameters");
        for (var value : List.of("[1]", "{}", "{\"$blob\":1}", "{\"$blob\":\"*\"}", "{\"$blob\":\"\",\"a\":1}")) {
            assertThat(failure(() -> query("SELECT ? AS a", "[" + value + "]")).what())
                    .startsWith("parameter 1 is ");
        }
        for (var value : List.of("9223372036854775808", "1e999", "\"a\\u0000b\"")) {
            assertThat(failure(() -> query("SELECT ? AS a", "[" + value + "]")).kind())
                    .isEqualTo(Kind.WRONG);
        }
        assertThat(failure(() -> query("SELECT 1 AS a, 2 AS a")).what()).contains("AS");
        assertThat(failure(() -> query("SELECT 9e999 AS a")).what()).contains("infinite");
        assertThat(failure(() -> query("SELECT ?1 AS a, ?999999 AS b", "[1]")).kind())
                .isEqualTo(Kind.WRONG);
    }

    /// Fragments that matter, put together at random: whatever comes of them, no file but the plugin's own is touched.
    @Test
    void randomStatementsReachNoFileOutside() throws Exception {
        exec("CREATE TABLE t (a)");
        var outside = folder.resolve("outside");
        Files.createDirectories(outside);
        var parts = new String[] {
            "SELECT",
            "ATTACH",
            "'" + outside + "/a.db'",
            "AS",
            "x",
            "\"",
            "'",
            ";",
            "--",
            "/*",
            "*/",
            "\n",
            "PRAGMA",
            "VACUUM",
            "INTO",
            "t",
            "(",
            ")",
            "load_extension",
            "CREATE",
            "VIRTUAL",
            "TABLE",
            "TRIGGER",
            "BEGIN",
            "END",
            "INSERT INTO t VALUES",
            "[",
            "]",
            "`",
            "1",
            ",",
            "*",
            "FROM",
            "pragma_database_list",
            "WITH",
            "x'",
            "\uFEFF",
            "\u00A0",
            "backup to",
            "restore from",
            "main",
            ".",
            "EXPLAIN",
            "DETACH",
            "?",
            "EXCEPT",
            "UNION",
            "VALUES",
            "writefile",
            "'" + outside + "/b'",
            "DELETE FROM t",
            "temp",
            "=",
            "ON",
            "journal_mode",
            "delete"
        };
        var random = new Random(42);
        int passed = 0;
        for (int i = 0; i < 6000; i++) {
            var sql = new StringBuilder();
            for (int n = random.nextInt(1, 12); n > 0; n--) {
                sql.append(parts[random.nextInt(parts.length)]).append(random.nextInt(4) == 0 ? "" : " ");
            }
            try {
                if (random.nextBoolean()) {
                    exec(sql.toString());
                } else {
                    query(sql.toString());
                }
                passed++;
            } catch (StorageFailure e) {
                assertThat(e.kind()).as(sql.toString()).isNotEqualTo(Kind.BROKEN);
            }
        }
        assertThat(passed).isPositive();
        assertThat(files())
                .allMatch(file ->
                        file.equals("outside") || file.equals("storage") || file.startsWith("storage/plugin_one.db"));
        try (var door = StorageConnection.reading(folder.resolve("storage/plugin_one.db"), LIMITS);
                var databases = door.connection().createStatement().executeQuery("PRAGMA database_list")) {
            assertThat(databases.next()).isTrue();
            assertThat(databases.next()).isFalse();
        }
    }

    /// The rules must see the same words as SQLite: what they call a harmless string or comment must be one for it.
    @Test
    void whatIsQuotedStaysQuoted() throws Exception {
        var random = new Random(7);
        var odd = "'\"`[];-/*\\\n\u00e4\u2028 aA0?";
        for (int i = 0; i < 3000; i++) {
            var text = new StringBuilder();
            for (int n = random.nextInt(20); n > 0; n--) {
                text.append(odd.charAt(random.nextInt(odd.length())));
            }
            var rows = storage.query(
                            "one",
                            new StatementRequest("SELECT '" + text.toString().replace("'", "''") + "' AS a", List.of()))
                    .rows();
            assertThat(rows.getFirst().text("a")).contains(text.toString());
        }
    }

    @Test
    void manyThreadsWriteAndReadAtOnce() throws Exception {
        for (var plugin : List.of("one", "two", "three")) {
            storage.exec(plugin, new StatementRequest("CREATE TABLE t (who, n)", List.of()));
        }
        try (var pool = Executors.newFixedThreadPool(9)) {
            var work = new ArrayList<Future<?>>();
            for (int worker = 0; worker < 9; worker++) {
                var plugin = List.of("one", "two", "three").get(worker % 3);
                long who = worker;
                work.add(pool.submit((Callable<Void>) () -> {
                    for (int i = 0; i < 30; i++) {
                        storage.exec(
                                plugin,
                                new StatementRequest("INSERT INTO t VALUES (?, ?)", List.of(Json.of(who), Json.of(i))));
                        var count = storage.query(
                                plugin,
                                new StatementRequest(
                                        "SELECT count(*) AS n FROM t WHERE who = ?", List.of(Json.of(who))));
                        assertThat(count.rows().getFirst().get("n")).contains(Json.of(i + 1));
                    }
                    return null;
                }));
            }
            for (var one : work) {
                one.get();
            }
        }
        for (var plugin : List.of("one", "two", "three")) {
            assertThat(storage.query(plugin, new StatementRequest("SELECT count(*) AS n FROM t", List.of()))
                            .rows()
                            .getFirst()
                            .get("n"))
                    .contains(Json.of(90));
        }
    }

    @Test
    void readsRequestsAsPluginsSendThem() throws Exception {
        assertThat(StatementRequest.of((Json.Obj) JsonText.parse("{\"sql\":\"SELECT 1\"}")))
                .isEqualTo(new StatementRequest("SELECT 1", List.of()));
        assertThat(StatementRequest.of((Json.Obj) JsonText.parse("{\"sql\":\"a\",\"params\":[1]}"))
                        .params())
                .hasSize(1);
        for (var bad : List.of("{}", "{\"sql\":1}", "{\"sql\":\"a\",\"params\":{}}")) {
            assertThat(catchThrowableOfType(
                            FieldReader.Mistake.class, () -> StatementRequest.of((Json.Obj) JsonText.parse(bad))))
                    .isNotNull();
        }
    }

    @Test
    void anAnswerHasNoMoreValuesThanTheDaemonHolds() throws Exception {
        var columns = IntStream.range(0, 100).mapToObj(i -> "i AS c" + i).collect(Collectors.joining(", "));
        var sql = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT %d) SELECT " + columns
                + " FROM n";
        try (var usual = SqliteStorage.open(folder.resolve("usual"), StorageLimits.USUAL)) {
            var most = usual.query("p", new StatementRequest(sql.formatted(2000), List.of()));
            assertThat(most.rows()).hasSize(2000);
            var failure = failure(() -> usual.query("p", new StatementRequest(sql.formatted(2001), List.of())));
            assertThat(failure.kind()).isEqualTo(Kind.LIMIT);
            assertThat(failure.what()).contains("200000 values");
        }
    }

    private StatementAnswer exec(String sql) throws Exception {
        return exec(sql, "[]");
    }

    private StatementAnswer exec(String sql, String params) throws Exception {
        return storage.exec("one", new StatementRequest(sql, ((Json.Arr) JsonText.parse(params)).items()));
    }

    private String query(String sql) throws Exception {
        return query(sql, "[]");
    }

    private String query(String sql, String params) throws Exception {
        var answer = storage.query("one", new StatementRequest(sql, ((Json.Arr) JsonText.parse(params)).items()));
        return JsonText.text(answer.json().get("rows").orElseThrow());
    }

    private static StorageFailure failure(Callable<?> act) {
        var failure = catchThrowableOfType(StorageFailure.class, act::call);
        assertThat(failure).isNotNull();
        return failure;
    }

    private List<String> files() throws Exception {
        try (var all = Files.walk(folder)) {
            return all.skip(1)
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }
}
