package dev.outrigger.kaged.audit;

import dev.outrigger.wire.Json;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What the audit says of the daemon itself: that it started, why it stopped, and of one that never said so, that it
/// died.
public final class DaemonRows implements AutoCloseable {
    /// Of one run of the daemon.
    public record About(String version, long pid, int uid, String home) {}

    private static final String STARTED = "started";
    private static final String STOPPED = "stopped";
    /// Nobody asked it to.
    private static final String FAILED = "by a failure: its log says which";

    private final AuditLog audit;
    private final Clock clock;
    private final long pid;
    /// What comes first counts.
    private volatile String why = FAILED;

    private DaemonRows(AuditLog audit, Clock clock, long pid) {
        this.audit = audit;
        this.clock = clock;
        this.pid = pid;
    }

    /// To be called once by every new daemon, before it does anything that has a row.
    public static DaemonRows started(AuditLog audit, Clock clock, About about) throws AuditFailure {
        var rows = new DaemonRows(audit, clock, about.pid());
        var death = rows.death();
        if (death.isPresent()) {
            rows.append("died", death.get());
        }
        rows.append(
                STARTED,
                Json.object()
                        .put("version", about.version())
                        .put("pid", about.pid())
                        .put("uid", about.uid())
                        .put("home", about.home())
                        .put("audit", audit.id())
                        .build());
        return rows;
    }

    /// Whoever ends the daemon says so before it ends.
    public synchronized void endsBecause(String reason) {
        if (why.equals(FAILED)) {
            why = reason;
        }
    }

    /// When everything else that has rows is done.
    @Override
    public void close() throws AuditFailure {
        append(STOPPED, Json.object().put("pid", pid).put("why", why).build());
    }

    /// What is known of a daemon that ended without a word: its start, unless retention removed that, and the last row
    /// there was.
    private Optional<Json.Obj> death() throws AuditFailure {
        var started = newest(STARTED);
        var stopped = newest(STOPPED);
        boolean said = started.isPresent()
                ? stopped.isPresent() && stopped.get().seq() > started.get().seq()
                : stopped.isPresent() || none(AuditEntry.Kind.CHECKPOINT);
        if (said) {
            return Optional.empty();
        }
        var known = Json.object();
        if (started.isPresent()) {
            known.put("started", started.get().time().toString());
            known.put("row", started.get().seq());
            if (started.get().payloadJson() instanceof Json.Obj start) {
                start.get("pid").ifPresent(before -> known.put("pid", before));
            }
        }
        for (var last : audit.rows(AuditFilter.ALL.limit(1))) {
            known.put("last_row", last.time().toString());
        }
        return Optional.of(known.build());
    }

    private Optional<AuditRow> newest(String event) throws AuditFailure {
        return only(AuditFilter.ALL
                .kinds(Set.of(AuditEntry.Kind.DAEMON))
                .method(event)
                .limit(1));
    }

    private boolean none(AuditEntry.Kind kind) throws AuditFailure {
        return only(AuditFilter.ALL.kinds(Set.of(kind)).limit(1)).isEmpty();
    }

    private Optional<AuditRow> only(AuditFilter filter) throws AuditFailure {
        List<AuditRow> rows = audit.rows(filter);
        return rows.isEmpty() ? Optional.empty() : Optional.of(rows.getFirst());
    }

    private void append(String event, Json.Obj payload) throws AuditFailure {
        audit.append(AuditEntry.event(AuditEntry.Kind.DAEMON, clock.instant(), "", "", event, payload));
    }
}
