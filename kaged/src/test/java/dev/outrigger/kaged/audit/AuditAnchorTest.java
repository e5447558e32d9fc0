package dev.outrigger.kaged.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.kaged.audit.AnchorComparison.Finding;
import dev.outrigger.kaged.sqlite.Sqlite;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteConfig;

/// Somebody who can write to the daemon's files, and knows how a hash is made, against rows that were noted elsewhere.
class AuditAnchorTest {
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final DaemonRows.About ABOUT = new DaemonRows.About("1.0", 17, 0, "/home");

    private final SettableClock clock = new SettableClock(START);

    @TempDir
    Path folder;

    private AuditLog audit;

    @BeforeEach
    void open() throws Exception {
        Sqlite.library(Path.of("target"));
        audit = AuditLog.open(database(), clock);
        DaemonRows.started(audit, clock, ABOUT);
    }

    @AfterEach
    void close() throws Exception {
        audit.close();
    }

    @Test
    void anAnchorIsReadBackInBothItsForms() throws Exception {
        calls(3);
        var anchor = audit.anchor();
        assertThat(anchor.seq()).isEqualTo(4);
        assertThat(anchor.text()).matches("kaged-audit [0-9a-f]{16} row 4 2026-03-01T10:00:00Z sha256 [0-9a-f]{64}");
        assertThat(AuditAnchor.of(anchor.text())).contains(anchor);
        assertThat(AuditAnchor.of("  " + anchor.text() + "\r")).contains(anchor);
        assertThat(AuditAnchor.of(JsonText.text(anchor.json()))).contains(anchor);
    }

    @Test
    void whatIsNoAnchorIsNotTakenForOne() throws Exception {
        var anchor = audit.anchor();
        var text = anchor.text();
        for (var wrong : List.of(
                "",
                "kaged-audit",
                text + " x",
                text.substring(0, text.length() - 1),
                text.replace(" row 1 ", " row 0 "),
                text.replace(" row 1 ", " row 9999999999999999999 "),
                text.replace(" row 1 ", " row -1 "),
                text.replace("2026-03-01T10:00:00Z", "yesterday"),
                text.toUpperCase(Locale.ROOT),
                "{\"audit\":\"" + anchor.audit() + "\"}",
                JsonText.text(anchor.json()).replace(anchor.hash(), "00"),
                "{".repeat(100_000))) {
            assertThat(AuditAnchor.of(wrong)).as(wrong).isEmpty();
        }
    }

    @Test
    void anAuditThatOnlyGrewHoldsEveryAnchor() throws Exception {
        var anchors = new ArrayList<AuditAnchor>();
        for (int i = 0; i < 5; i++) {
            calls(4);
            anchors.add(audit.anchor());
        }
        calls(2);
        reopened();
        var compared = audit.compare(anchors);
        assertThat(compared.finding()).isEqualTo(Finding.HOLDS);
        assertThat(compared.anchors()).allMatch(each -> each.finding() == Finding.HOLDS);
        assertThat(compared.text()).startsWith("whole: rows 1 to 23").contains("holds: row 5 of 2026");
    }

    /// The finding itself: the chain has no secret.
    @Test
    void rowsRemovedAndAllRehashedIsWholeToAPlainVerifyAndNotAgainstAnAnchor() throws Exception {
        calls(5);
        var early = audit.anchor();
        calls(5);
        var late = audit.anchor();
        forge(row -> row.seq() != 8);

        assertThat(audit.verify().lossless())
                .as("a chain without a key promises no more")
                .isTrue();
        var compared = audit.compare(List.of(early, late));
        assertThat(compared.finding()).isEqualTo(Finding.FAILS);
        assertThat(compared.anchors())
                .extracting(AnchorComparison.Found::finding)
                .as("what was before the removed row is as it was")
                .containsExactly(Finding.HOLDS, Finding.FAILS);
        assertThat(compared.text()).contains("FAILS: row 11 of 2026-03-01T10:00:00Z: it is newer than this audit");

        // With as many rows as before.
        calls(3);
        compared = audit.compare(List.of(early, late));
        assertThat(compared.anchors())
                .extracting(AnchorComparison.Found::finding)
                .containsExactly(Finding.HOLDS, Finding.FAILS);
        assertThat(compared.text()).contains("the row of that number is another one");
    }

    @Test
    void anEndCutOffBehindAnAnchorIsFoundAlsoWhenTheHeadAgrees() throws Exception {
        calls(5);
        var held = audit.anchor();
        calls(5);
        var cut = audit.anchor();
        forge(row -> row.seq() <= held.seq());
        assertThat(audit.verify().lossless()).isTrue();
        var compared = audit.compare(List.of(cut, held));
        assertThat(compared.anchors())
                .extracting(AnchorComparison.Found::finding)
                .containsExactly(Finding.FAILS, Finding.HOLDS);
        assertThat(compared.finding()).isEqualTo(Finding.FAILS);
    }

    @Test
    void anAnchorWithAnotherTimeThanItsRowFails() throws Exception {
        calls(3);
        var anchor = audit.anchor();
        clock.now = clock.now.plus(Duration.ofDays(40));
        calls(1);
        for (var time : List.of(anchor.time().plusSeconds(1), anchor.time().minusNanos(1), clock.now)) {
            var forged = new AuditAnchor(anchor.audit(), anchor.seq(), anchor.hash(), time);
            var compared = audit.compare(List.of(forged, anchor));
            assertThat(compared.finding()).isEqualTo(Finding.FAILS);
            assertThat(compared.anchors().getFirst().why()).contains("the row is of " + anchor.time());
            assertThat(compared.anchors().getLast().finding()).isEqualTo(Finding.HOLDS);
        }
        // Also of the one row that retention removed and its checkpoint still tells of.
        assertThat(audit.retain(1)).isEqualTo(4);
        var late = new AuditAnchor(anchor.audit(), anchor.seq(), anchor.hash(), clock.now);
        assertThat(audit.compare(List.of(anchor)).finding()).isEqualTo(Finding.HOLDS);
        assertThat(audit.compare(List.of(late)).finding()).isEqualTo(Finding.FAILS);
    }

    @Test
    void anotherAuditInItsPlaceIsNamedAsSuch() throws Exception {
        calls(5);
        var anchor = audit.anchor();
        audit.close();
        for (var name : List.of("kaged.db", "kaged.db-wal", "kaged.db-shm", "audit.1", "audit.2", "audit.head")) {
            Files.deleteIfExists(folder.resolve(name));
        }
        audit = AuditLog.open(database(), clock);
        DaemonRows.started(audit, clock, ABOUT);
        calls(5);
        assertThat(audit.verify().lossless()).isTrue();
        var compared = audit.compare(List.of(anchor));
        assertThat(compared.finding()).isEqualTo(Finding.FAILS);
        assertThat(compared.text())
                .contains("it is of the audit " + anchor.audit())
                .contains("and this is " + audit.anchor().audit())
                .contains("another daemon's, or this one was replaced as a whole");
    }

    @Test
    void anAuditStaysTheSameOneOverRestartsCrashesAndRetention() throws Exception {
        var id = audit.anchor().audit();
        reopened();
        assertThat(audit.anchor().audit()).isEqualTo(id);
        calls(2);
        clock.now = START.plus(Duration.ofDays(30));
        calls(2);
        assertThat(audit.retain(1)).isPositive();
        assertThat(audit.rows(AuditFilter.ALL.kinds(Set.of(AuditEntry.Kind.DAEMON))))
                .isEmpty();
        reopened();
        assertThat(audit.anchor().audit()).isEqualTo(id);
    }

    @Test
    void whatRetentionRemovedCannotBeDecidedUnlessTheCheckpointNamesIt() throws Exception {
        calls(3);
        var gone = audit.anchor();
        calls(3);
        var last = audit.anchor();
        clock.now = START.plus(Duration.ofDays(30));
        calls(3);
        var kept = audit.anchor();
        audit.retain(1);
        assertThat(audit.rows(AuditFilter.ALL).getFirst().seq()).isEqualTo(last.seq() + 1);

        assertThat(audit.compare(List.of(gone)).finding()).isEqualTo(Finding.UNDECIDED);
        assertThat(audit.compare(List.of(gone)).text()).contains("undecided: row 4 of ", "retention removed the rows");
        assertThat(audit.compare(List.of(last)).finding())
                .as("the checkpoint names the last row that was removed")
                .isEqualTo(Finding.HOLDS);
        var forged = new AuditAnchor(last.audit(), last.seq(), "0".repeat(64), last.time());
        assertThat(audit.compare(List.of(forged)).finding()).isEqualTo(Finding.FAILS);
        assertThat(audit.compare(List.of(gone, kept)).finding())
                .as("a newer one that holds binds all before it")
                .isEqualTo(Finding.HOLDS);

        // A second retention leaves the first one's checkpoint, for it is younger than what is removed.
        clock.now = START.plus(Duration.ofDays(31));
        calls(1);
        audit.retain(1);
        assertThat(audit.compare(List.of(last)).finding()).isEqualTo(Finding.HOLDS);
        clock.now = START.plus(Duration.ofDays(60));
        calls(1);
        audit.retain(1);
        assertThat(audit.compare(List.of(last)).finding()).isEqualTo(Finding.UNDECIDED);
    }

    @Test
    void aBrokenChainFailsEveryAnchorBehindTheBreak() throws Exception {
        calls(3);
        var before = audit.anchor();
        calls(3);
        var behind = audit.anchor();
        try (var forger = forger()) {
            sql(forger, "UPDATE audit SET plugin = 'q' WHERE seq = 6");
        }
        var compared = audit.compare(List.of(before, behind));
        assertThat(compared.verdict()).isInstanceOf(ChainVerdict.Broken.class);
        assertThat(compared.finding()).isEqualTo(Finding.FAILS);
        assertThat(compared.text()).contains("broken at row 6").contains("the chain breaks before it");
    }

    @Test
    void noAnchorProvesNothing() throws Exception {
        assertThat(audit.compare(List.of()).finding()).isEqualTo(Finding.UNDECIDED);
    }

    private void calls(int count) throws Exception {
        for (int i = 0; i < count; i++) {
            audit.append(new AuditEntry(AuditEntry.Kind.CALL, clock.now, "u", "", "p", "m", "ok", 0, Json.of(i)));
        }
    }

    private void reopened() throws Exception {
        audit.close();
        audit = AuditLog.open(database(), clock);
    }

    /// Keeps only some rows, closes the gaps, computes every hash anew as anybody can, and writes the head.
    private void forge(Predicate<AuditRow> kept) throws Exception {
        audit.close();
        var hash = AuditRow.GENESIS;
        long seq = 0;
        try (var forger = forger()) {
            var rows = new ArrayList<AuditRow>();
            try (var ledger = AuditTable.open(database())) {
                ledger.walk(0, rows::add);
            }
            sql(forger, "DELETE FROM audit");
            try (var insert = forger.prepareStatement("INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
                for (var row : rows) {
                    if (!kept.test(row)) {
                        continue;
                    }
                    seq++;
                    var forged = new AuditRow(
                            seq,
                            row.timeMicros(),
                            row.kind(),
                            row.user(),
                            row.project(),
                            row.plugin(),
                            row.method(),
                            row.outcome(),
                            row.durationMicros(),
                            row.payload(),
                            "");
                    hash = forged.hashAfter(hash);
                    insert.setLong(1, seq);
                    insert.setLong(2, row.timeMicros());
                    insert.setString(3, row.kind());
                    insert.setString(4, row.user());
                    insert.setString(5, row.project());
                    insert.setString(6, row.plugin());
                    insert.setString(7, row.method());
                    insert.setString(8, row.outcome());
                    insert.setLong(9, row.durationMicros());
                    insert.setString(10, row.payload());
                    insert.setString(11, hash);
                    insert.executeUpdate();
                }
            }
        }
        Files.writeString(folder.resolve("audit.head"), seq + " " + hash + "\n");
        audit = AuditLog.open(database(), clock);
    }

    private Connection forger() throws Exception {
        var config = new SQLiteConfig();
        config.setBusyTimeout(10_000);
        var connection = Sqlite.open(database(), config);
        sql(connection, "DROP TRIGGER IF EXISTS audit_only_grows");
        return connection;
    }

    private static void sql(Connection connection, String sql) throws Exception {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private Path database() {
        return folder.resolve("kaged.db");
    }
}
