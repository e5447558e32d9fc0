package dev.outrigger.kaged.audit;

import java.time.Instant;
import java.util.Set;

/// Which rows are wanted: the newest `limit` of those that fit, oldest first. An empty text or set stands for any.
public record Filter(String plugin, String method, Set<Entry.Kind> kinds, Instant since, long after, int limit) {
    public static final Filter ALL = new Filter("", "", Set.of(), Instant.EPOCH, 0, 1000);

    public Filter {
        kinds = Set.copyOf(kinds);
        if (limit < 1) {
            throw new IllegalArgumentException("a limit is at least 1");
        }
    }

    public Filter plugin(String plugin) {
        return new Filter(plugin, method, kinds, since, after, limit);
    }

    public Filter method(String method) {
        return new Filter(plugin, method, kinds, since, after, limit);
    }

    public Filter kinds(Set<Entry.Kind> kinds) {
        return new Filter(plugin, method, kinds, since, after, limit);
    }

    public Filter since(Instant since) {
        return new Filter(plugin, method, kinds, since, after, limit);
    }

    /// Only rows behind this one, for whoever follows.
    public Filter after(long seq) {
        return new Filter(plugin, method, kinds, since, seq, limit);
    }

    public Filter limit(int limit) {
        return new Filter(plugin, method, kinds, since, after, limit);
    }
}
