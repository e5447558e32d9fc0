package dev.outrigger.terminal;

import java.io.IOException;

/// What was printed did not arrive.
public final class OutputFailed extends IOException {
    public enum Kind {
        /// The other end of the pipe is gone: nothing to complain about.
        READER_LEFT,
        FULL,
        CLOSED,
        OTHER
    }

    private final Stream stream;
    private final Kind kind;

    OutputFailed(Stream stream, IOException cause) {
        super(stream.words + ": " + cause.getMessage(), cause);
        this.stream = stream;
        this.kind = kind(cause);
    }

    public Stream stream() {
        return stream;
    }

    public Kind kind() {
        return kind;
    }

    /// The system's words are all that Java tells.
    private static Kind kind(IOException cause) {
        var message = String.valueOf(cause.getMessage());
        if (message.contains("Broken pipe")
                || message.contains("Pipe closed")
                || message.contains("Connection reset")) {
            return Kind.READER_LEFT;
        }
        if (message.contains("No space left") || message.contains("quota exceeded") || message.contains("too large")) {
            return Kind.FULL;
        }
        if (message.contains("Bad file descriptor") || message.equalsIgnoreCase("Stream closed")) {
            return Kind.CLOSED;
        }
        return Kind.OTHER;
    }
}
