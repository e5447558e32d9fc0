package dev.outrigger.kaged.storage;

import java.time.Duration;

/// How much one plugin may take. `memory` is what a statement may add to the daemon's own memory while it runs;
/// `value` is the longest text or blob, which also bounds what cannot be interrupted: one call of one function.
public record StorageLimits(Duration time, int rows, long answer, long file, int statement, int value, long memory) {
    public static final StorageLimits USUAL =
            new StorageLimits(Duration.ofSeconds(5), 10_000, 8 << 20, 256L << 20, 64 << 10, 1 << 20, 256L << 20);

    public StorageLimits {
        if (time.isNegative() || time.isZero() || rows < 1 || answer < 1 || statement < 1 || value < 1 || memory < 1) {
            throw new IllegalArgumentException("a limit of storage must be more than nothing");
        }
        if (file < 16 * PAGE) {
            throw new IllegalArgumentException("a plugin's file needs at least " + 16 * PAGE + " bytes");
        }
    }

    static final int PAGE = 4096;

    StorageLimits withTime(Duration time) {
        return new StorageLimits(time, rows, answer, file, statement, value, memory);
    }
}
