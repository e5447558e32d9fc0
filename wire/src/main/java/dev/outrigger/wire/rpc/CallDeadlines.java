package dev.outrigger.wire.rpc;

import java.time.Duration;

/// How long a call may take: `idle` from the last sign of life (the call itself, or a `$/progress` for it),
/// `absolute` from the call, however lively the peer is.
public record CallDeadlines(Duration idle, Duration absolute) {
    public CallDeadlines {
        if (!idle.isPositive() || !absolute.isPositive()) {
            throw new IllegalArgumentException("a deadline must lie ahead: " + idle + ", " + absolute);
        }
    }

    public static CallDeadlines of(Duration absolute) {
        return new CallDeadlines(absolute, absolute);
    }
}
