package dev.outrigger.web;

import dev.outrigger.system.Sha256;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/// What a launch URL carries: each lets one browser in, once, within ten minutes. Only hashes are kept, so that looking
/// for one tells nobody how much of it was right.
final class LaunchTokens {
    private static final Duration LIFE = Duration.ofMinutes(10);
    /// So many are remembered after their end, to tell their owner what happened.
    private static final int REMEMBERED = 1000;

    enum Use {
        RIGHT,
        /// It was ours, and let somebody in or has run out.
        SPENT,
        WRONG
    }

    private final InstantSource clock;
    /// By hash, when it runs out; in the past once it was used.
    private final Map<String, Instant> ends = new HashMap<>();

    LaunchTokens(InstantSource clock) {
        this.clock = clock;
    }

    synchronized String issue() {
        if (ends.size() >= REMEMBERED) {
            var now = clock.instant();
            ends.values().removeIf(end -> !end.isAfter(now));
        }
        var token = Secret.fresh();
        ends.put(Sha256.of(token), clock.instant().plus(LIFE));
        return token;
    }

    synchronized Use spend(String token) {
        var hash = Sha256.of(token);
        var end = ends.get(hash);
        if (end == null) {
            return Use.WRONG;
        }
        if (!end.isAfter(clock.instant())) {
            return Use.SPENT;
        }
        ends.put(hash, Instant.EPOCH);
        return Use.RIGHT;
    }

    /// Whether one that was issued could still let somebody in.
    synchronized boolean anyOpen() {
        var now = clock.instant();
        return ends.values().stream().anyMatch(end -> end.isAfter(now));
    }
}
