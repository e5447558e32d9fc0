package dev.outrigger.kaged.service;

/// So many in a second, and no more. For one thread.
final class RateAllowance {
    private static final long SECOND = 1_000_000_000L;

    private final int perSecond;
    private long begun;
    private int used;
    private long dropped;

    RateAllowance(int perSecond) {
        this.perSecond = perSecond;
        this.begun = Long.MIN_VALUE;
    }

    boolean takes(long now) {
        if (begun == Long.MIN_VALUE || now - begun >= SECOND) {
            begun = now;
            used = 0;
        }
        if (used == perSecond) {
            dropped++;
            return false;
        }
        used++;
        return true;
    }

    /// How many it did not take since this was last asked.
    long dropped() {
        long told = dropped;
        dropped = 0;
        return told;
    }
}
