package dev.outrigger.wire;

import java.io.IOException;

/// How long a thread goes on reading from a peer.
public interface ReadingTurn {
    /// To the end of what the peer says.
    ReadingTurn TO_THE_END = () -> true;

    /// Asked when no whole line is at hand, before each read. False: the thread leaves off, and another one may go on
    /// where it stopped.
    boolean goesOn() throws IOException;
}
