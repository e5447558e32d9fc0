package dev.outrigger.kaged.audit;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/// Finds where the last run left the chain: finishes what a crash cut off, carries over what the journals hold, and
/// notes what is lost.
final class AuditRecovery {
    private final AuditTable ledger;
    private final AuditJournal first;
    private final AuditJournal second;
    private final Path headFile;
    private final Clock clock;

    private long seq;
    private String hash = AuditRow.GENESIS;
    private long micros;
    private final List<Json.Obj> notes = new ArrayList<>();

    /// The last row there is, and what the next ones are to tell of the recovery itself; `id` is which audit this is.
    record End(long seq, String hash, long micros, String id, List<Json.Obj> notes) {}

    AuditRecovery(AuditTable ledger, AuditJournal first, AuditJournal second, Path headFile, Clock clock) {
        this.ledger = ledger;
        this.first = first;
        this.second = second;
        this.headFile = headFile;
        this.clock = clock;
    }

    End run() throws IOException, SQLException {
        finishRetention();
        ledger.last().ifPresent(this::follow);
        takeUp();
        var id = ledger.lastNamed()
                .flatMap(row -> payload(row).text("audit"))
                .filter(AuditAnchor::isId)
                .orElseGet(AuditRecovery::freshId);
        compareHead();
        return new End(seq, hash, micros, id, List.copyOf(notes));
    }

    private void follow(AuditRow row) {
        seq = row.seq();
        hash = row.hash();
        micros = row.timeMicros();
    }

    private static Json.Obj payload(AuditRow row) {
        return row.payloadJson() instanceof Json.Obj object ? object : Json.EMPTY;
    }

    private static String freshId() {
        var id = new byte[8];
        new SecureRandom().nextBytes(id);
        return HexFormat.of().formatHex(id);
    }

    /// A crash may have come between a checkpoint and the removal it tells of.
    private void finishRetention() throws SQLException {
        var checkpoint = ledger.lastCheckpoint().flatMap(ChainVerifier.Cut::of);
        if (checkpoint.isPresent()) {
            var cut = checkpoint.get();
            var row = ledger.row(cut.seq());
            if (row.isPresent() && row.get().hash().equals(cut.hash())) {
                ledger.drop(cut.seq());
            }
        }
    }

    private void takeUp() throws IOException, SQLException {
        var before = first.read();
        var after = second.read();
        var found = new ArrayList<>(before.rows());
        found.addAll(after.rows());
        found.sort(Comparator.comparingLong(AuditRow::seq));
        var rows = new ArrayList<AuditRow>();
        long strange = 0;
        for (var row : found) {
            if (strange == 0 && row.seq() == seq + 1 && row.hashAfter(hash).equals(row.hash())) {
                rows.add(row);
                follow(row);
            } else if (row.seq() > seq) {
                strange++;
            }
        }
        ledger.insert(rows);
        long rest = before.rest() + after.rest();
        if (strange > 0 || rest > 0) {
            var kept = first.path().resolveSibling("audit.lost-" + clock.millis());
            for (var journal : List.of(first, second)) {
                var copy = Path.of(kept + "." + journal.path().getFileName());
                Files.copy(journal.path(), copy, StandardCopyOption.REPLACE_EXISTING);
            }
            notes.add(Json.object()
                    .put("what", "journal cut")
                    .put("after", seq)
                    .put("rows", strange)
                    .put("bytes", rest)
                    .put("kept", kept.getFileName().toString())
                    .build());
        }
        first.empty();
        second.empty();
    }

    private void compareHead() throws IOException, SQLException {
        var head = AuditHead.read(headFile);
        if (head.isEmpty()) {
            if (seq > 0) {
                notes.add(Json.object()
                        .put("what", "head missing")
                        .put("after", seq)
                        .build());
            }
            return;
        }
        long there = head.get().seq();
        if (there > seq) {
            notes.add(Json.object()
                    .put("what", "tail lost")
                    .put("after", seq)
                    .put("missing", there - seq)
                    .put("head", head.get().hash())
                    .build());
        } else if (ledger.row(there)
                .map(AuditRow::hash)
                .filter(head.get().hash()::equals)
                .isEmpty()) {
            notes.add(Json.object()
                    .put("what", "head differs")
                    .put("after", seq)
                    .put("head_seq", there)
                    .put("head", head.get().hash())
                    .build());
        }
    }
}
