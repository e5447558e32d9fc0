package dev.outrigger.kaged.audit;

import dev.outrigger.wire.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Rows that are to be written together, each bound to the one before it. Nothing is changed by them until they are
/// written: they are made from the chain's [End], and give the next one.
final class ChainedRows {
    /// Rows of several threads come a little out of order; a clock that was set goes further.
    private static final long CLOCK_SLACK_MICROS = TimeUnit.MINUTES.toMicros(1);

    /// `latestMicros` is the time of the newest row, unless the clock went back.
    record End(long seq, String hash, long latestMicros) {
        static final End NONE = new End(0, AuditRow.GENESIS, 0);
    }

    private final List<AuditRow> rows = new ArrayList<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    private long seq;
    private String hash;
    private long latestMicros;

    ChainedRows(End end) {
        this.seq = end.seq();
        this.hash = end.hash();
        this.latestMicros = end.latestMicros();
    }

    void add(AuditEntry entry, String payload) {
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, entry.time());
        long before = latestMicros;
        latestMicros = micros > before - CLOCK_SLACK_MICROS ? Math.max(micros, before) : micros;
        if (latestMicros < before) {
            var back = Json.object()
                    .put("from", time(before).toString())
                    .put("to", entry.time().toString());
            addNext(
                    AuditEntry.event(AuditEntry.Kind.DAEMON, entry.time(), "", "", "clock went back", Json.EMPTY),
                    CanonicalJson.text(back.build()));
        }
        addNext(entry, payload);
    }

    private void addNext(AuditEntry entry, String payload) {
        var unbound = AuditRow.unbound(seq + 1, entry, payload);
        // The same bytes are hashed and written: they are made once, for a caller waits.
        var lines = (unbound.line() + "\n" + payload).getBytes(StandardCharsets.UTF_8);
        var row = unbound.withHash(AuditRow.hash(hash, lines));
        bytes.writeBytes(AuditJournal.bytes(row.hash(), lines));
        rows.add(row);
        seq = row.seq();
        hash = row.hash();
    }

    private static Instant time(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    List<AuditRow> rows() {
        return rows;
    }

    /// As they stand in the journal.
    byte[] bytes() {
        return bytes.toByteArray();
    }

    /// The chain's when they are written.
    End end() {
        return new End(seq, hash, latestMicros);
    }
}
