package dev.outrigger.kaged.audit;

/// How much of a plugin's stderr is kept: so many lines at once, so many a second after that. Counts the others.
final class StderrAllowance {
    static final int BURST = 200;
    static final int PER_SECOND = 50;
    static final int LONGEST = 4096;
    private static final long NANOS_PER_LINE = 1_000_000_000L / PER_SECOND;

    /// When the bucket would be full again; at most BURST lines ahead of now.
    private long fullAt;
    private long dropped;
    private long droppedChars;

    StderrAllowance(long now) {
        fullAt = now;
    }

    boolean admits(long now, int length) {
        if (fullAt - now < 0) {
            fullAt = now;
        }
        if (fullAt - now > (BURST - 1) * NANOS_PER_LINE) {
            dropped++;
            droppedChars += length;
            return false;
        }
        fullAt += NANOS_PER_LINE;
        return true;
    }

    record Dropped(long lines, long characters) {}

    /// What was dropped since [#told].
    Dropped dropped() {
        return new Dropped(dropped, droppedChars);
    }

    void told() {
        dropped = 0;
        droppedChars = 0;
    }
}
