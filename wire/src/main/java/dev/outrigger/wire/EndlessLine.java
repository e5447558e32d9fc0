package dev.outrigger.wire;

import java.io.IOException;

/// A line went on for more than anybody waits for: whoever writes it does nothing else, and reading it on would only
/// keep a processor busy.
public final class EndlessLine extends IOException {
    private final long bytes;

    EndlessLine(long bytes) {
        super("a line of more than " + bytes + " bytes has not ended");
        this.bytes = bytes;
    }

    /// More than so many came without an end.
    public long bytes() {
        return bytes;
    }
}
