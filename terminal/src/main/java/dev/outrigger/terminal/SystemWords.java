package dev.outrigger.terminal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;

/// Java passes on what the system says about a failure, in the language of the user, and not its number. So the known
/// failure is provoked, to compare its words.
final class SystemWords {
    private SystemWords() {}

    static boolean sayReaderLeft(String message) {
        try {
            var pipe = Pipe.open();
            pipe.source().close();
            try (var sink = pipe.sink()) {
                sink.write(ByteBuffer.allocate(1));
            }
            return false;
        } catch (IOException e) {
            return message.equals(e.getMessage());
        }
    }
}
