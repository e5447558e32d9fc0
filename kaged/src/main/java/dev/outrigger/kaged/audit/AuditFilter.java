package dev.outrigger.kaged.audit;

import java.time.Instant;
import java.util.Set;

/// Which rows are wanted: the newest `limit` of those that fit, oldest first. An empty text or set stands for any.
public record AuditFilter(
        String plugin, String method, Set<AuditEntry.Kind> kinds, Instant since, long after, int limit) {
    public static final AuditFilter ALL = new AuditFilter("", "", Set.of(), Instant.EPOCH, 0, 1000);

    public AuditFilter {
        kinds = Set.copyOf(kinds);
        if (limit < 1) {
            throw new IllegalArgumentException("a limit is at least 1");
        }
    }

    public AuditFilter plugin(String plugin) {
        return new AuditFilter(plugin, method, kinds, since, after, limit);
    }

    public AuditFilter method(String method) {
        return new AuditFilter(plugin, method, kinds, since, after, limit);
    }

    public AuditFilter kinds(Set<AuditEntry.Kind> kinds) {
        return new AuditFilter(plugin, method, kinds, since, after, limit);
    }

    public AuditFilter since(Instant since) {
        return new AuditFilter(plugin, method, kinds, since, after, limit);
    }

    /// Only rows behind this one, for whoever follows.
    public AuditFilter after(long seq) {
        return new AuditFilter(plugin, method, kinds, since, seq, limit);
    }

    public AuditFilter limit(int limit) {
        return new AuditFilter(plugin, method, kinds, since, after, limit);
    }
}
