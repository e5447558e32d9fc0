package dev.outrigger.workspace.conversations;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// Batches whose events readers see as they are stored: `[…]` lines, less their brackets, with commas between.
final class PlainBatches {
    /// No larger: the JDK's writes allocate as much again, and above this the allocator asks the system each time.
    private static final int CHUNK = 1 << 16;

    private PlainBatches() {}

    /// Copies through the (empty) buffer. The byte before each newline has to be dropped, so the last one of a chunk
    /// waits for the next. `first` says that nothing was written before, and is handed back for what comes after.
    static boolean copy(FileChannel channel, long from, long until, ByteOutput buffer, boolean first, OutputStream out)
            throws IOException {
        byte[] bytes = buffer.bytes;
        var chunk = ByteBuffer.wrap(bytes);
        boolean comma = !first;
        boolean lineStart = true;
        int held = 0;
        long at = from;
        while (at < until) {
            chunk.limit(held + (int) Math.min(CHUNK - held, until - at)).position(held);
            int n = channel.read(chunk, at);
            if (n < 0) {
                throw changed();
            }
            at += n;
            int filled = held + n;
            int in = 0;
            int size = 0;
            while (in < filled) {
                if (lineStart) {
                    if (bytes[in++] != '[') {
                        throw changed();
                    }
                    if (comma) {
                        bytes[size++] = ',';
                    }
                    comma = true;
                    lineStart = false;
                }
                int newline = JsonBytes.newline(bytes, in, filled);
                int keep = Math.max(in, newline - 1);
                System.arraycopy(bytes, in, bytes, size, keep - in);
                size += keep - in;
                in = keep;
                if (newline == filled) {
                    break;
                }
                if (bytes[keep] != ']') {
                    throw changed();
                }
                lineStart = true;
                in = newline + 1;
            }
            out.write(bytes, 0, size);
            held = filled - in;
            System.arraycopy(bytes, in, bytes, 0, held);
        }
        if (held > 0 || !lineStart) {
            throw changed();
        }
        return !comma;
    }

    private static IOException changed() {
        return new IOException("the events were changed while they were being read");
    }
}
