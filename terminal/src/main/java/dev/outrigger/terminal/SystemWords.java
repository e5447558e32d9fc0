package dev.outrigger.terminal;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;

/// Java passes on what the system says about a failure, in the language of the user, and not its number. So the known
/// failures are provoked, to compare their words.
final class SystemWords {
    private interface Provocation {
        void attempt() throws IOException;
    }

    private SystemWords() {}

    static OutputFailed.Kind kind(String message) {
        if (message.equals(words(SystemWords::noReader))) {
            return OutputFailed.Kind.READER_LEFT;
        }
        if (message.equals(words(SystemWords::noSpace))) {
            return OutputFailed.Kind.FULL;
        }
        return message.equals(words(SystemWords::notWritable)) ? OutputFailed.Kind.CLOSED : OutputFailed.Kind.OTHER;
    }

    private static String words(Provocation provocation) {
        try {
            provocation.attempt();
            return "";
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static void noReader() throws IOException {
        var pipe = Pipe.open();
        pipe.source().close();
        try (var sink = pipe.sink()) {
            sink.write(ByteBuffer.allocate(1));
        }
    }

    private static void noSpace() throws IOException {
        try (var full = new FileOutputStream("/dev/full")) {
            full.write(0);
        }
    }

    private static void notWritable() throws IOException {
        try (var readOnly = new FileInputStream("/dev/null");
                var out = new FileOutputStream(readOnly.getFD())) {
            out.write(0);
        }
    }
}
