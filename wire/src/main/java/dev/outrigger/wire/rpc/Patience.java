package dev.outrigger.wire.rpc;

import java.time.Duration;

/// How long a call may take: `idle` from the last sign of life (the call itself, or a `$/progress` for it),
/// `absolute` from the call, however lively the peer is.
public record Patience(Duration idle, Duration absolute) {
    public Patience {
        if (!idle.isPositive() || !absolute.isPositive()) {
            throw new IllegalArgumentException("a deadline must lie ahead: " + idle + ", " + absolute);
        }
    }

    public static Patience of(Duration absolute) {
        return new Patience(absolute, absolute);
    }
}
