package dev.outrigger.wire.rpc;

import java.time.Duration;

/// What a peer may cost.
///
/// @param lineBytes a line from it that is longer is skipped
/// @param queueBytes what waits for it to read; above, calls to it fail at once, and its requests wait unread
/// @param directBytes what it may have left unread for a caller to write to it, who would hang if it did not fit
/// @param strayLines as many in a row are a fault
/// @param openRequests requests of its own that it may have open at once; their lines are no more than
/// `queueBytes` together when another comes
/// @param stall how long it may hold up a writer, or leave a full queue unread
public record Limits(int lineBytes, int queueBytes, int directBytes, int strayLines, int openRequests, Duration stall) {
    public static final Limits USUAL = new Limits(16 << 20, 16 << 20, 32 << 10, 20, 1024, Duration.ofSeconds(5));
}
