package dev.outrigger.kaged.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.kaged.sqlite.Sqlite;
import dev.outrigger.wire.Json;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonRowsTest {
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    @TempDir
    Path folder;

    private AuditLog audit;

    @BeforeEach
    void open() throws Exception {
        Sqlite.library(Path.of("target"));
        audit = AuditLog.open(folder.resolve("kaged.db"), at(START));
    }

    @AfterEach
    void close() throws Exception {
        audit.close();
    }

    @Test
    void aStartSaysWhoAndAStopSaysWhy() throws Exception {
        try (var rows = started(START, 17)) {
            rows.endsBecause("by SIGTERM");
            rows.endsBecause("by a later one");
        }
        var rows = audit.rows(AuditFilter.ALL.kinds(Set.of(AuditEntry.Kind.DAEMON)));
        assertThat(rows).extracting(AuditRow::method).containsExactly("started", "stopped");
        assertThat(rows.getFirst().payload())
                .contains("\"pid\":17", "\"uid\":1000", "\"version\":\"1.0\"", "\"home\":\"/h\"")
                .contains("\"audit\":\"" + audit.anchor().audit() + "\"");
        assertThat(rows.getLast().payload()).isEqualTo("{\"pid\":17,\"why\":\"by SIGTERM\"}");
        assertThat(audit.verify().lossless()).isTrue();
    }

    @Test
    void oneThatEndsUnaskedSaysThat() throws Exception {
        started(START, 17).close();
        assertThat(audit.rows(AuditFilter.ALL).getLast().payload()).contains("by a failure");
    }

    @Test
    void oneThatNeverSaidThatItEndedHasDied() throws Exception {
        var _ = started(START, 17);
        audit.append(call(START.plusSeconds(50)));
        var _ = started(START.plusSeconds(90), 18);
        var rows = audit.rows(AuditFilter.ALL.kinds(Set.of(AuditEntry.Kind.DAEMON)));
        assertThat(rows).extracting(AuditRow::method).containsExactly("started", "died", "started");
        assertThat(rows.get(1).payload())
                .isEqualTo("{\"last_row\":\"2026-03-01T10:00:50Z\",\"pid\":17,\"row\":1,"
                        + "\"started\":\"2026-03-01T10:00:00Z\"}");
        assertThat(audit.verify().lossless()).as("a death is no loss of rows").isTrue();
    }

    @Test
    void aDeathIsAlsoFoundWhenRetentionRemovedTheStart() throws Exception {
        var _ = started(START, 17);
        audit.append(call(START.plus(Duration.ofDays(3))));
        audit.close();
        audit = AuditLog.open(folder.resolve("kaged.db"), at(START.plus(Duration.ofDays(3))));
        assertThat(audit.retain(1)).isPositive();
        var _ = started(START.plus(Duration.ofDays(4)), 18);
        assertThat(audit.rows(AuditFilter.ALL.kinds(Set.of(AuditEntry.Kind.DAEMON))))
                .extracting(AuditRow::method)
                .containsExactly("died", "started");
    }

    @Test
    void aClockThatGoesBackIsARow() throws Exception {
        audit.append(call(START));
        audit.append(call(START.minusSeconds(59)));
        audit.append(call(START.minus(Duration.ofHours(2))));
        audit.append(call(START.minus(Duration.ofHours(2)).plusSeconds(1)));
        var rows = audit.rows(AuditFilter.ALL);
        assertThat(rows).extracting(AuditRow::method).containsExactly("m", "m", "clock went back", "m", "m");
        assertThat(rows.get(2).payload())
                .isEqualTo("{\"from\":\"2026-03-01T10:00:00Z\",\"to\":\"2026-03-01T08:00:00Z\"}");
        audit.close();
        audit = AuditLog.open(folder.resolve("kaged.db"), at(START));
        var _ = started(START.minus(Duration.ofDays(1)), 17);
        assertThat(audit.rows(AuditFilter.ALL).reversed().stream().limit(2).map(AuditRow::method))
                .as("also over a restart")
                .containsExactly("started", "clock went back");
        assertThat(audit.verify().lossless()).isTrue();
    }

    private DaemonRows started(Instant when, long pid) throws AuditFailure {
        return DaemonRows.started(audit, at(when), new DaemonRows.About("1.0", pid, 1000, "/h"));
    }

    private static AuditEntry call(Instant time) {
        return new AuditEntry(AuditEntry.Kind.CALL, time, "u", "", "p", "m", "ok", 0, Json.EMPTY);
    }

    private static Clock at(Instant time) {
        return Clock.fixed(time, ZoneOffset.UTC);
    }
}
