package dev.outrigger.kaged.service;

import java.time.Duration;

/// When a plugin that ended by itself comes back: the rule book. `inARow` are the failures that count; a healthy minute
/// wipes them out, and nothing else but the operator does.
record RestartRules(int inARow) {
    static final RestartRules NONE = new RestartRules(0);
    static final Duration HEALTHY = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final int TOO_MANY = 8;

    sealed interface Next {
        record AtOnce() implements Next {}

        record After(Duration pause) implements Next {}

        record GiveUp() implements Next {}
    }

    /// After one more failure, of a process that had been healthy for so long.
    RestartRules failed(Duration healthy) {
        return healthy.compareTo(HEALTHY) >= 0 ? NONE : new RestartRules(inARow + 1);
    }

    /// The first pause is this long, and each that follows twice as long as the one before.
    Next next(Duration first) {
        if (inARow == 0) {
            return new Next.AtOnce();
        }
        return inARow >= TOO_MANY ? new Next.GiveUp() : new Next.After(pause(first));
    }

    private Duration pause(Duration first) {
        var pause = first.multipliedBy(1L << (inARow - 1));
        return pause.compareTo(LONGEST) < 0 ? pause : LONGEST;
    }
}
