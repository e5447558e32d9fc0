package dev.outrigger.wire.rpc;

import java.time.Duration;

/// What a peer may cost.
///
/// @param lineBytes a line from it that is longer is skipped
/// @param queueBytes what waits for it to read; above, calls to it fail at once, and its requests wait unread
/// @param directBytes what it may have left unread for a caller to write to it, who would hang if it did not fit
/// @param strayLines as many in a row are a fault
/// @param openRequests requests of its own that it may have open at once; they hold no more than `queueBytes` of
/// memory together when another comes
/// @param stall how long it may hold up a writer, or leave a full queue unread
public record RpcLimits(
        int lineBytes, int queueBytes, int directBytes, int strayLines, int openRequests, Duration stall) {
    public static final RpcLimits USUAL = new RpcLimits(16 << 20, 16 << 20, 32 << 10, 20, 1024, Duration.ofSeconds(5));

    /// Of one line: so many take at most some 75 MB of memory, whatever they are.
    static final int MOST_VALUES = 500_000;

    private static final long SHORTEST_ENDLESS = 4 << 20;

    /// A line that goes on for so long is no line, and whoever writes it no peer.
    long endlessBytes() {
        return Math.max(4L * lineBytes, SHORTEST_ENDLESS);
    }
}
