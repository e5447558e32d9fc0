package dev.outrigger.terminal;

import java.io.IOException;

/// What was printed did not arrive.
public final class OutputFailed extends IOException {
    public enum Kind {
        /// The other end of the pipe is gone: nothing to complain about.
        READER_LEFT,
        OTHER
    }

    private final OutputStreamName stream;
    private final Kind kind;

    OutputFailed(OutputStreamName stream, IOException cause) {
        super(stream.words + ": " + cause.getMessage(), cause);
        this.stream = stream;
        this.kind = kind(cause);
    }

    public OutputStreamName stream() {
        return stream;
    }

    public Kind kind() {
        return kind;
    }

    private static Kind kind(IOException cause) {
        var message = String.valueOf(cause.getMessage());
        return message.equals("Broken pipe") || SystemWords.sayReaderLeft(message) ? Kind.READER_LEFT : Kind.OTHER;
    }
}
