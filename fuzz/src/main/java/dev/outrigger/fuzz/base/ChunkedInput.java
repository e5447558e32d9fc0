package dev.outrigger.fuzz.base;

import java.io.ByteArrayInputStream;
import java.io.InputStream;

/// Bytes as a pipe gives them: not all that was asked for at once.
public final class ChunkedInput extends InputStream {
    private final ByteArrayInputStream bytes;
    private final int most;

    public ChunkedInput(byte[] bytes, int most) {
        this.bytes = new ByteArrayInputStream(bytes);
        this.most = most;
    }

    @Override
    public int read() {
        return bytes.read();
    }

    @Override
    public int read(byte[] into, int at, int length) {
        return bytes.read(into, at, Math.min(length, most));
    }
}
