package dev.outrigger.kaged.audit;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;

/// The rows that are there: looked up, held against their chain, and the oldest of them removed.
final class AuditArchive implements AuditHistory {
    private final AuditLog log;
    private final AuditTable ledger;
    private final Path database;
    /// Which file that was when it was opened.
    private final Object file;

    private final Path headFile;
    private final Clock clock;

    /// Held while the beginning of the chain must stay where it is.
    private final Object beginning = new Object();

    AuditArchive(AuditLog log, AuditTable ledger, Path database, Path headFile, Clock clock) throws IOException {
        this.log = log;
        this.ledger = ledger;
        this.database = database;
        this.file = Files.getAttribute(database, "unix:ino");
        this.headFile = headFile;
        this.clock = clock;
    }

    @Override
    public List<AuditRow> rows(AuditFilter filter) throws AuditFailure {
        log.sync();
        try {
            return ledger.rows(filter);
        } catch (SQLException e) {
            throw new AuditFailure("the audit cannot be read", e);
        }
    }

    @Override
    public AnchorComparison compare(List<AuditAnchor> anchors) throws AuditFailure {
        if (!isInPlace()) {
            // What we hold open is still whole, and gone with us.
            var gone = new ChainVerdict.Missing(
                    database + " was removed or replaced while kaged runs; its rows are lost when"
                            + " kaged ends: find out who did it");
            return new AnchorComparison(gone, ChainVerifier.unreached(anchors));
        }
        log.sync();
        synchronized (beginning) {
            try {
                // The head first: the chain only grows meanwhile.
                var head = AuditHead.read(headFile);
                return ChainVerifier.compare(ledger, head.orElse(null), log.id(), anchors);
            } catch (SQLException | IOException e) {
                throw new AuditFailure("the audit cannot be read", e);
            }
        }
    }

    private boolean isInPlace() {
        try {
            return Files.getAttribute(database, "unix:ino").equals(file);
        } catch (IOException _) {
            // Then it is not there, for whatever reason.
            return false;
        }
    }

    @Override
    public AuditAnchor anchor() throws AuditFailure {
        log.sync();
        try {
            var last = ledger.last().orElseThrow(() -> new AuditFailure("the audit has no rows yet"));
            return new AuditAnchor(log.id(), last.seq(), last.hash(), last.time());
        } catch (SQLException e) {
            throw new AuditFailure("the audit cannot be read", e);
        }
    }

    @Override
    public long retain(int days) throws AuditFailure {
        synchronized (beginning) {
            return retained(days);
        }
    }

    private long retained(int days) throws AuditFailure {
        var verdict = verify();
        if (!(verdict instanceof ChainVerdict.Whole whole)) {
            throw new AuditFailure("nothing is removed from an audit that does not verify: " + verdict.text());
        }
        var today = clock.instant().atZone(ZoneOffset.UTC).toLocalDate();
        var cutoff = today.minusDays(days).atStartOfDay(ZoneOffset.UTC).toInstant();
        try {
            long through = ledger.firstSince(cutoff).map(AuditRow::seq).orElse(whole.last()) - 1;
            if (through < whole.first()) {
                return 0;
            }
            var lastDropped = ledger.row(through)
                    .orElseThrow(() -> new AuditFailure("row " + through + " vanished between two looks"));
            log.append(AuditEntry.event(
                    AuditEntry.Kind.CHECKPOINT,
                    clock.instant(),
                    "",
                    "",
                    "retention",
                    Json.object()
                            .put("rows", through - whole.first() + 1)
                            .put("through", through)
                            .put("hash", lastDropped.hash())
                            .put("time", lastDropped.time().toString())
                            .put("audit", log.id())
                            .build()));
            log.sync();
            ledger.drop(through);
            return through - whole.first() + 1;
        } catch (SQLException e) {
            throw new AuditFailure("old rows of the audit cannot be removed", e);
        }
    }
}
