package dev.outrigger.kaged.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.outrigger.kaged.sqlite.Sqlite;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.sql.Connection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteConfig;

class AuditLogTest {
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    @TempDir
    Path folder;

    private final SettableClock clock = new SettableClock(START);
    private final AtomicLong nanos = new AtomicLong();
    private AuditLog audit;

    @BeforeEach
    void open() throws Exception {
        Sqlite.library(Path.of("target"));
        audit = AuditLog.open(database(), clock, nanos::get);
    }

    @AfterEach
    void close() throws Exception {
        audit.close();
    }

    /// Whoever asks for rows does not know how much a plugin left in them.
    @Test
    void givesNoMoreRowsThanTheDaemonHolds() throws Exception {
        var large = Json.of("x".repeat(60_000));
        for (int i = 0; i < 300; i++) {
            audit.append(AuditEntry.event(AuditEntry.Kind.LIFE, START, "", "p", "told", large));
        }
        assertThat(audit.rows(AuditFilter.ALL.limit(200))).hasSize(200);
        assertThatThrownBy(() -> audit.rows(AuditFilter.ALL.limit(1000)))
                .isInstanceOf(AuditFailure.class)
                .hasMessageContaining("more than 16 MiB")
                .hasMessageContaining("the newest 279");
        // Who follows gets the rest the next time.
        var first = audit.rows(AuditFilter.ALL.limit(1000).after(1));
        assertThat(first).hasSizeLessThan(299);
        assertThat(audit.rows(AuditFilter.ALL.limit(1000).after(first.getLast().seq())))
                .hasSize(299 - first.size());
    }

    @Test
    void tellsWhatHappenedInOrder() throws Exception {
        audit.append(new AuditEntry(
                AuditEntry.Kind.CALL,
                START,
                "1000",
                "blog",
                "oh-my-pi",
                "presets.list",
                "ok",
                1234,
                JsonText.parse("{\"b\":1,\"a\":{\"d\":2,\"c\":\"\\u001b[31m\"}}")));
        audit.append(AuditEntry.event(AuditEntry.Kind.LIFE, START, "", "oh-my-pi", "crashed", Json.EMPTY));
        audit.append(AuditEntry.event(AuditEntry.Kind.VIOLATION, START, "", "ollama", "connect", Json.EMPTY));
        var rows = audit.rows(AuditFilter.ALL);
        assertThat(JsonText.text(rows.getFirst().json()))
                .isEqualTo("{\"seq\":1,\"time\":\"2026-03-01T10:00:00Z\",\"kind\":\"call\",\"user\":\"1000\","
                        + "\"project\":\"blog\",\"plugin\":\"oh-my-pi\",\"method\":\"presets.list\",\"outcome\":\"ok\","
                        + "\"duration_us\":1234,\"payload\":{\"a\":{\"c\":\"\\u001b[31m\",\"d\":2},\"b\":1},\"hash\":\""
                        + rows.getFirst().hash() + "\"}");
        assertThat(rows.getFirst().text())
                .isEqualTo("2026-03-01T10:00:00Z  call  oh-my-pi  presets.list  ok  1.234 ms  user 1000  project blog  "
                        + "{\"a\":{\"c\":\"\\u001b[31m\",\"d\":2},\"b\":1}");
        assertThat(rows).extracting(AuditRow::method).containsExactly("presets.list", "crashed", "connect");
        assertThat(audit.verify())
                .isEqualTo(new ChainVerdict.Whole(1, 3, rows.getLast().hash(), List.of()));
    }

    @Test
    void aReaderThatIsInterruptedStopsNobody() throws Exception {
        audit.append(call(START, "p", "m", Json.EMPTY));
        Thread.currentThread().interrupt();
        assertThat(audit.rows(AuditFilter.ALL)).hasSize(1);
        assertThat(Thread.interrupted()).isTrue();
        audit.append(call(START, "p", "m", Json.EMPTY));
    }

    @Test
    void findsRowsByPluginMethodKindAndTime() throws Exception {
        for (int i = 0; i < 100; i++) {
            audit.append(call(START.plusSeconds(i), "p" + i % 3, "m" + i % 2, Json.of(i)));
        }
        audit.append(AuditEntry.event(AuditEntry.Kind.LIFE, START, "", "p0", "started", Json.EMPTY));
        assertThat(audit.rows(AuditFilter.ALL.plugin("p1")))
                .hasSize(33)
                .allMatch(row -> row.plugin().equals("p1"));
        assertThat(audit.rows(AuditFilter.ALL.plugin("p1").method("m0").limit(3)))
                .extracting(AuditRow::payload)
                .containsExactly("82", "88", "94");
        assertThat(audit.rows(AuditFilter.ALL.since(START.plusSeconds(98)))).hasSize(2);
        assertThat(audit.rows(AuditFilter.ALL.kinds(Set.of(AuditEntry.Kind.LIFE))))
                .hasSize(1);
        assertThat(audit.rows(AuditFilter.ALL.after(50).limit(2)))
                .extracting(AuditRow::seq)
                .containsExactly(51L, 52L);
    }

    @Test
    void theFirstHashCanBeComputedByAnybody() throws Exception {
        audit.append(call(START, "p", "m", Json.EMPTY));
        var row = audit.rows(AuditFilter.ALL).getFirst();
        var line = "{\"duration_us\":5,\"kind\":\"call\",\"method\":\"m\",\"outcome\":\"ok\",\"plugin\":\"p\","
                + "\"project\":\"\",\"seq\":1,\"time_us\":1772359200000000,\"user\":\"u\"}\n{}";
        var digest = MessageDigest.getInstance("SHA-256");
        digest.update(new byte[32]);
        assertThat(row.hash())
                .isEqualTo(HexFormat.of().formatHex(digest.digest(line.getBytes(StandardCharsets.UTF_8))));
    }

    /// Any one change to any one row, of any kind, is found, and at the right place.
    @Test
    void anyChangedRemovedSwappedOrInsertedRowIsFound() throws Exception {
        int rows = 30;
        for (int i = 1; i <= rows; i++) {
            audit.append(call(START.plusSeconds(i), "p" + i, "m" + i, Json.of(i)));
        }
        audit.sync();
        var columns = List.of(
                "time_us", "kind", "user", "project", "plugin", "method", "outcome", "duration_us", "payload", "hash");
        var random = new Random(5);
        try (var forger = forger()) {
            sql(forger, "CREATE TABLE backup AS SELECT * FROM audit");
            for (int round = 0; round < 300; round++) {
                long victim = random.nextLong(1, rows + 1);
                long first = victim;
                switch (round % 5) {
                    case 0 -> {
                        var column = columns.get(random.nextInt(columns.size()));
                        boolean number = column.endsWith("_us");
                        sql(
                                forger,
                                "UPDATE audit SET " + column + " = " + column + (number ? " + 1" : " || ' '")
                                        + " WHERE seq = " + victim);
                    }
                    case 1 -> sql(forger, "DELETE FROM audit WHERE seq = " + victim);
                    case 2 -> {
                        long other = victim % rows + 1;
                        first = Math.min(victim, other);
                        sql(forger, "UPDATE audit SET seq = -1 WHERE seq = " + victim);
                        sql(forger, "UPDATE audit SET seq = " + victim + " WHERE seq = " + other);
                        sql(forger, "UPDATE audit SET seq = " + other + " WHERE seq = -1");
                    }
                    case 3 -> {
                        // Room for one more, and a copy of its neighbour in it.
                        sql(forger, "UPDATE audit SET seq = -seq WHERE seq >= " + victim);
                        sql(forger, "UPDATE audit SET seq = 1 - seq WHERE seq < 0");
                        sql(
                                forger,
                                "INSERT INTO audit SELECT " + victim + ", time_us, kind, user, project, plugin, method,"
                                        + " outcome, duration_us, payload, hash FROM audit WHERE seq = "
                                        + (victim + 1));
                        // The copy still follows on the row before it, except for its number, which is hashed too.
                        first = victim;
                    }
                    default -> {
                        sql(forger, "DELETE FROM audit WHERE seq = " + victim);
                        sql(forger, "UPDATE audit SET seq = -seq WHERE seq > " + victim);
                        sql(forger, "UPDATE audit SET seq = -seq - 1 WHERE seq < 0");
                    }
                }
                var verdict = audit.verify();
                boolean cut = victim == rows && (round % 5 == 1 || round % 5 == 4);
                if (cut) {
                    assertThat(verdict).isEqualTo(new ChainVerdict.TailLost(rows - 1, 1));
                } else if (round % 5 == 3) {
                    // A copy in its own old place is no change; what follows it is.
                    assertThat(((ChainVerdict.Broken) verdict).seq()).isIn(first, first + 1);
                } else {
                    assertThat(((ChainVerdict.Broken) verdict).seq())
                            .as("%s", verdict)
                            .isEqualTo(first);
                }
                sql(forger, "DELETE FROM audit");
                sql(forger, "INSERT INTO audit SELECT * FROM backup");
                assertThat(audit.verify()).isInstanceOf(ChainVerdict.Whole.class);
            }
        }
    }

    /// Whoever knows how a hash is made can forge one row, but not what follows on it: the next row, or the head.
    @Test
    void aRowForgedTogetherWithItsHashIsFoundByWhatFollows() throws Exception {
        for (int i = 1; i <= 5; i++) {
            audit.append(call(START, "p", "m", Json.of(i)));
        }
        var rows = audit.rows(AuditFilter.ALL);
        try (var forger = forger()) {
            for (var row : rows) {
                var before = row.seq() == 1
                        ? AuditRow.GENESIS
                        : rows.get((int) row.seq() - 2).hash();
                var forged = AuditRow.next(row.seq(), before, call(START, "p", "m", Json.EMPTY), "\"forged\"");
                replace(forger, forged);
                assertThat(((ChainVerdict.Broken) audit.verify()).seq()).isEqualTo(Math.min(5, row.seq() + 1));
                replace(forger, row);
                assertThat(audit.verify()).isInstanceOf(ChainVerdict.Whole.class);
            }
        }
    }

    private static void replace(Connection forger, AuditRow row) throws Exception {
        sql(
                forger,
                "UPDATE audit SET payload = '" + row.payload() + "', hash = '" + row.hash() + "' WHERE seq = "
                        + row.seq());
    }

    @Test
    void aCutEndIsNamedNowAndForever() throws Exception {
        for (int i = 0; i < 10; i++) {
            audit.append(call(START, "p", "m", Json.of(i)));
        }
        audit.sync();
        try (var forger = forger()) {
            sql(forger, "DELETE FROM audit WHERE seq > 7");
        }
        assertThat(audit.verify()).isEqualTo(new ChainVerdict.TailLost(7, 3));
        assertThat(audit.verify().text()).isEqualTo("lost tail: 3 rows after row 7 are gone");
        audit.close();
        audit = AuditLog.open(database(), clock);
        audit.append(call(START, "p", "m", Json.EMPTY));
        var verdict = (ChainVerdict.Whole) audit.verify();
        assertThat(verdict.last()).isEqualTo(9);
        assertThat(verdict.notes())
                .singleElement()
                .asString()
                .contains("row 8", "tail lost: 3 rows after row 7 are gone");
        assertThat(verdict.lossless()).isFalse();
        assertThat(verdict.text()).startsWith("not all there: rows 1 to 9").doesNotContain("whole");
    }

    @Test
    void theHeadIsForNobodyElse() throws Exception {
        audit.append(call(START, "p", "m", Json.EMPTY));
        audit.sync();
        assertThat(java.nio.file.attribute.PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(folder.resolve("audit.head"))))
                .isEqualTo("rw-------");
    }

    @Test
    void aMissingOrForeignHeadIsNamed() throws Exception {
        audit.append(call(START, "p", "m", Json.EMPTY));
        audit.append(call(START, "p", "m", Json.EMPTY));
        audit.sync();
        Files.writeString(folder.resolve("audit.head"), "1 " + "a".repeat(64) + "\n");
        assertThat(((ChainVerdict.Broken) audit.verify()).seq()).isEqualTo(1);
        Files.delete(folder.resolve("audit.head"));
        assertThat(audit.verify().text()).contains("head is missing");
        audit.close();
        audit = AuditLog.open(database(), clock);
        assertThat(((ChainVerdict.Whole) audit.verify()).notes())
                .singleElement()
                .asString()
                .contains("head missing: nobody knows whether rows after row 2 are gone");
        assertThat(audit.verify().text()).doesNotContain("whole");
    }

    /// As after kill -9: the rows are in the journals alone.
    @Test
    void rowsThatOnlyTheJournalsHoldAreTakenUp() throws Exception {
        audit.append(call(START, "p", "m", Json.of(1)));
        audit.sync();
        var rows = new ArrayList<AuditRow>();
        var before = audit.rows(AuditFilter.ALL).getFirst();
        for (int i = 2; i < 8; i++) {
            var row = AuditRow.next(i, before.hash(), call(START, "p", "ü\n", Json.EMPTY), "{\"n\":" + i + "}");
            rows.add(row);
            before = row;
        }
        audit.close();
        for (int i = 0; i < rows.size(); i++) {
            write(folder.resolve(i < 3 ? "audit.2" : "audit.1"), AuditJournal.bytes(rows.get(i)));
        }
        audit = AuditLog.open(database(), clock);
        assertThat(audit.rows(AuditFilter.ALL)).hasSize(7).containsAll(rows);
        assertThat(((ChainVerdict.Whole) audit.verify()).notes()).isEmpty();
    }

    /// A real process, really killed: whatever it was told to be written is there.
    @Test
    void whatWasAppendedOutlivesAKill() throws Exception {
        audit.close();
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var process = new ProcessBuilder(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Appender.class.getName(),
                        database().toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        long told = 0;
        try (var lines = process.inputReader()) {
            while (told < 5000) {
                told = Long.parseLong(lines.readLine());
            }
            process.destroyForcibly().waitFor();
        }
        audit = AuditLog.open(database(), clock);
        var verdict = (ChainVerdict.Whole) audit.verify();
        assertThat(verdict.last()).isGreaterThanOrEqualTo(told);
    }

    /// Appends until it is killed, and says each row's number after it was written.
    static final class Appender {
        public static void main(String[] args) throws Exception {
            Sqlite.library(Path.of("target"));
            var audit = AuditLog.open(Path.of(args[0]), Clock.systemUTC());
            while (true) {
                System.out.println(audit.append(call(START, "p", "m", Json.EMPTY)));
            }
        }
    }

    @Test
    void aTornOrForgedEndOfAJournalIsKeptAndNamed() throws Exception {
        audit.append(call(START, "p", "m", Json.of(1)));
        audit.sync();
        var first = audit.rows(AuditFilter.ALL).getFirst();
        audit.close();
        var good = AuditRow.next(2, first.hash(), call(START, "p", "m", Json.EMPTY), "{}");
        var torn = AuditJournal.bytes(
                AuditRow.next(3, good.hash(), call(START, "p", "m", Json.EMPTY), "{\"x\":\"yyyyy\"}"));
        write(folder.resolve("audit.1"), AuditJournal.bytes(good));
        write(folder.resolve("audit.1"), Arrays.copyOf(torn, torn.length - 5));
        write(
                folder.resolve("audit.2"),
                AuditJournal.bytes(AuditRow.next(3, AuditRow.GENESIS, call(START, "x", "m", Json.EMPTY), "1")));
        audit = AuditLog.open(database(), clock);
        assertThat(audit.rows(AuditFilter.ALL)).extracting(AuditRow::kind).containsExactly("call", "call", "note");
        assertThat(((ChainVerdict.Whole) audit.verify()).notes())
                .singleElement()
                .asString()
                .contains("journal cut: 1 rows and ", "after row 2", "kept in audit.lost-");
        try (var files = Files.list(folder)) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("audit.lost-")))
                    .hasSize(2);
        }
    }

    @Test
    void manyThreadsAppendOneChain() throws Exception {
        var numbers = new HashSet<Long>();
        try (var pool = Executors.newFixedThreadPool(8)) {
            var work = new ArrayList<Future<List<Long>>>();
            for (int worker = 0; worker < 8; worker++) {
                var plugin = "p" + worker;
                work.add(pool.submit((Callable<List<Long>>) () -> {
                    var mine = new ArrayList<Long>();
                    for (int i = 0; i < 2000; i++) {
                        mine.add(audit.append(call(START, plugin, "m", Json.of(i))));
                    }
                    return mine;
                }));
            }
            for (var one : work) {
                assertThat(one.get()).isSorted();
                numbers.addAll(one.get());
            }
        }
        assertThat(numbers).hasSize(16_000);
        assertThat(audit.verify()).isInstanceOf(ChainVerdict.Whole.class);
        assertThat(audit.rows(AuditFilter.ALL.plugin("p3").limit(5000)))
                .extracting(AuditRow::payload)
                .hasSize(2000)
                .endsWith("1999");
        for (var journal : List.of("audit.1", "audit.2")) {
            assertThat(folder.resolve(journal)).isEmptyFile();
        }
    }

    /// The kernel itself refuses to let files grow, as it does on a full disk; then there is room again.
    @Test
    void aFullDiskStopsCallsAndRoomLetsThemGoOn() throws Exception {
        audit.append(call(START, "p", "m", Json.EMPTY));
        audit.sync();
        var large = Json.of("x".repeat(20_000));
        limitFiles("150000");
        try {
            var failure = catchThrowableOfType(AuditFailure.class, () -> {
                for (int i = 0; i < 1000; i++) {
                    audit.append(call(START, "p", "m", large));
                }
            });
            assertThat(failure).hasMessageContaining("calls stop");
        } finally {
            limitFiles("unlimited");
        }
        Awaitility.await().ignoreExceptionsInstanceOf(AuditFailure.class).until(() -> {
            audit.append(call(START, "p", "after", Json.EMPTY));
            return true;
        });
        var verdict = (ChainVerdict.Whole) audit.verify();
        assertThat(verdict.last()).isGreaterThan(1);
        assertThat(verdict.notes()).isEmpty();
        assertThat(audit.rows(AuditFilter.ALL).getLast().method()).isEqualTo("after");
    }

    @Test
    void nothingIsAdmittedWhileRowsCannotBeWrittenAndWhatIsMissingIsTold() throws Exception {
        audit.admit();
        limitFiles("20000");
        try {
            var failure = catchThrowableOfType(AuditFailure.class, () -> {
                for (int i = 0; i < 100_000; i++) {
                    audit.append(call(START, "p", "m", Json.EMPTY));
                }
            });
            assertThat(failure).hasMessageContaining("calls stop");
            Awaitility.await().until(() -> {
                // Until even the smallest row has no room.
                var _ = catchThrowableOfType(AuditFailure.class, () -> audit.append(call(START, "", "", Json.EMPTY)));
                return catchThrowableOfType(AuditFailure.class, audit::admit) != null;
            });
        } finally {
            limitFiles("unlimited");
        }
        Awaitility.await().ignoreExceptionsInstanceOf(AuditFailure.class).until(() -> {
            audit.admit();
            return true;
        });
        var told = audit.rows(AuditFilter.ALL.method("unaudited")).getLast();
        assertThat(told.kind()).isEqualTo("note");
        assertThat(told.payload()).matches("\\{\"rows\":[1-9][0-9]*}");
        assertThat(audit.verify()).isInstanceOf(ChainVerdict.Whole.class);
    }

    @Test
    void retentionDropsWholeDaysAndTheChainStillVerifies() throws Exception {
        for (int day = 0; day < 10; day++) {
            for (int hour = 0; hour < 24; hour += 6) {
                audit.append(call(START.plus(Duration.ofDays(day)).plus(Duration.ofHours(hour)), "p", "m", Json.EMPTY));
            }
        }
        clock.now = START.plus(Duration.ofDays(9));
        assertThat(audit.retain(100)).isZero();
        assertThat(audit.retain(3)).isPositive();
        var rows = audit.rows(AuditFilter.ALL);
        assertThat(rows.getFirst().time()).isAfterOrEqualTo(Instant.parse("2026-03-07T00:00:00Z"));
        assertThat(rows.getLast().kind()).isEqualTo("checkpoint");
        assertThat(audit.verify()).isInstanceOf(ChainVerdict.Whole.class);
        assertThat(audit.retain(3)).isZero();
        clock.now = START.plus(Duration.ofDays(400));
        assertThat(audit.retain(1)).isPositive();
        audit.append(call(clock.now, "p", "m", Json.EMPTY));
        audit.close();
        audit = AuditLog.open(database(), clock);
        var whole = (ChainVerdict.Whole) audit.verify();
        assertThat(whole.first()).isGreaterThan(1);
        try (var forger = forger()) {
            sql(forger, "DELETE FROM audit WHERE seq = " + whole.first());
        }
        assertThat(audit.verify()).isEqualTo(new ChainVerdict.Broken(whole.first(), "it is missing"));
        assertThat(catchThrowableOfType(AuditFailure.class, () -> audit.retain(0)))
                .hasMessageContaining("does not verify");
    }

    @Test
    void aRemovalThatACrashInterruptedIsFinished() throws Exception {
        for (int i = 0; i < 6; i++) {
            audit.append(call(START.plus(Duration.ofDays(i)), "p", "m", Json.EMPTY));
        }
        audit.sync();
        var third = audit.rows(AuditFilter.ALL).get(2);
        audit.append(AuditEntry.event(
                AuditEntry.Kind.CHECKPOINT,
                START,
                "",
                "",
                "retention",
                Json.object().put("through", 3).put("hash", third.hash()).build()));
        assertThat(audit.verify()).isInstanceOf(ChainVerdict.Whole.class);
        audit.close();
        audit = AuditLog.open(database(), clock);
        assertThat(audit.rows(AuditFilter.ALL)).extracting(AuditRow::seq).startsWith(4L);
        assertThat(audit.verify()).isInstanceOf(ChainVerdict.Whole.class);
    }

    @Test
    void aFloodOnStderrIsKeptInPartAndCounted() throws Exception {
        for (int i = 0; i < 1000; i++) {
            audit.stderr("loud", "line " + i);
        }
        audit.stderr("quiet", "\u001b[31m" + "y".repeat(5000));
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        audit.stderr("loud", "again");
        var loud = audit.rows(AuditFilter.ALL.plugin("loud").kinds(Set.of(AuditEntry.Kind.STDERR)));
        assertThat(loud).hasSize(StderrAllowance.BURST + 2);
        assertThat(loud.getFirst().payload()).isEqualTo("{\"line\":\"line 0\"}");
        assertThat(loud.get(StderrAllowance.BURST).payload()).isEqualTo("{\"characters\":6400,\"lines\":800}");
        assertThat(loud.getLast().payload()).isEqualTo("{\"line\":\"again\"}");
        var quiet = audit.rows(AuditFilter.ALL.plugin("quiet")).getFirst();
        assertThat(quiet.payload()).contains("\"cut\":909").hasSizeLessThan(4200);
        assertThat(quiet.text()).doesNotContain("\u001b");
    }

    @Test
    void whatWasDroppedIsToldAlsoWhenSilenceFollows() throws Exception {
        for (int i = 0; i < StderrAllowance.BURST + 7; i++) {
            audit.stderr("loud", "x");
        }
        Awaitility.await()
                .until(() -> audit.rows(AuditFilter.ALL.method("dropped")).size() == 1);
        assertThat(audit.rows(AuditFilter.ALL.method("dropped")).getFirst().payload())
                .contains("\"lines\":7");
    }

    @Test
    void oddAndHugePayloadsAreKeptWithinBounds() throws Exception {
        var random = new Random(3);
        for (int i = 0; i < 300; i++) {
            var text = new StringBuilder();
            for (int n = random.nextInt(30); n > 0; n--) {
                text.append((char) (random.nextInt(4) == 0 ? random.nextInt(0xD700, 0xE100) : random.nextInt(0x100)));
            }
            audit.append(new AuditEntry(
                    AuditEntry.Kind.CALL,
                    START,
                    text.toString(),
                    text.toString(),
                    text + "p",
                    text.toString(),
                    "x",
                    0,
                    Json.of(text.toString())));
        }
        audit.append(call(START, "x".repeat(5000), "m", Json.of("x".repeat(1 << 20))));
        assertThat(audit.verify()).isInstanceOf(ChainVerdict.Whole.class);
        var last = audit.rows(AuditFilter.ALL).getLast();
        assertThat(last.plugin()).hasSize(200);
        assertThat(last.payload()).contains("\"too_long\":1048578").hasSizeLessThan(1300);
        assertThat(audit.rows(AuditFilter.ALL))
                .allSatisfy(row -> assertThat(row.text().chars()).noneMatch(Character::isISOControl));
    }

    @Test
    void aClosedAuditTakesNothing() throws Exception {
        audit.close();
        assertThat(catchThrowableOfType(AuditFailure.class, () -> audit.append(call(START, "p", "m", Json.EMPTY))))
                .hasMessageContaining("closed");
    }

    private Path database() {
        return folder.resolve("kaged.db");
    }

    private static AuditEntry call(Instant time, String plugin, String method, Json payload) {
        return new AuditEntry(AuditEntry.Kind.CALL, time, "u", "", plugin, method, "ok", 5, payload);
    }

    /// Somebody with a shell and no respect for triggers.
    private Connection forger() throws Exception {
        var config = new SQLiteConfig();
        config.setBusyTimeout(10_000);
        config.setSynchronous(SQLiteConfig.SynchronousMode.OFF);
        var connection = Sqlite.open(database(), config);
        sql(connection, "DROP TRIGGER audit_only_grows");
        return connection;
    }

    private static void sql(Connection connection, String sql) throws Exception {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        Files.write(file, bytes, StandardOpenOption.APPEND);
    }

    private static void limitFiles(String bytes) throws Exception {
        var pid = Long.toString(ProcessHandle.current().pid());
        var process = new ProcessBuilder("prlimit", "--pid", pid, "--fsize=" + bytes + ":unlimited")
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
    }
}
