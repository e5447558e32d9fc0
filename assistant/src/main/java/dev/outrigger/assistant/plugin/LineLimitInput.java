package dev.outrigger.assistant.plugin;

import java.io.IOException;
import java.io.InputStream;

/// Ends behind a line that is too long, at once and not where that line does: it may have no end.
final class LineLimitInput extends InputStream {
    private final InputStream in;
    private final int longest;
    private long length;

    LineLimitInput(InputStream in, int longest) {
        this.in = in;
        this.longest = longest;
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int most) throws IOException {
        if (length > longest) {
            return -1;
        }
        int count = in.read(bytes, from, most);
        for (int i = from; i < from + count; i++) {
            length = bytes[i] == '\n' ? 0 : length + 1;
            if (length > longest) {
                return i + 1 - from;
            }
        }
        return count;
    }
}
