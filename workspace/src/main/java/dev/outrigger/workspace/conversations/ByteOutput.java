package dev.outrigger.workspace.conversations;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/// Bytes on their way out, gathered until they are worth a write. Open inside, for the loops that fill it.
final class ByteOutput {
    static final int LARGE = 1 << 16;

    byte[] bytes = new byte[2 * LARGE];
    int size;

    void reserve(int more) {
        if (more > bytes.length - size) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(size, more)));
        }
    }

    void copy(byte[] in, int from, int to) {
        reserve(to - from);
        System.arraycopy(in, from, bytes, size, to - from);
        size += to - from;
    }

    void put(char ascii) {
        reserve(1);
        bytes[size++] = (byte) ascii;
    }

    void flushIfLarge(OutputStream to) throws IOException {
        if (size >= LARGE) {
            flush(to);
        }
    }

    void flush(OutputStream to) throws IOException {
        to.write(bytes, 0, size);
        size = 0;
    }
}
