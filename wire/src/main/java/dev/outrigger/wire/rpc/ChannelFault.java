package dev.outrigger.wire.rpc;

import java.time.Duration;

/// How a peer broke the contract. The channel is closed then; whoever supervises the peer ends it.
public sealed interface ChannelFault {
    /// Nothing but strays for too long; `why` and `head` are of the last one.
    record OnlyStrays(int lines, String why, String head) implements ChannelFault {}

    /// It answered nobody: `said` is what. What it could not read was ours, and nobody knows which call that was.
    record AnsweredNobody(String said) implements ChannelFault {}

    /// It does not read what we write.
    record Stalled(Duration since) implements ChannelFault {}

    /// It wrote so much without ending a line.
    record NoLineEnd(long bytes) implements ChannelFault {}

    /// A stream broke in our hands.
    record Broken(String why) implements ChannelFault {}
}
