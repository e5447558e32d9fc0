package dev.outrigger.workspace.conversations;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;

/// The lines of a stretch of a file, one after the other, in one buffer that is as large as the longest of them.
final class FileLines {
    /// Far above what a push may hold; a longer line was not written by us.
    static final int LONGEST = 1 << 28;

    private static final int CHUNK = 1 << 17;

    private final FileChannel channel;
    private final long until;
    private byte[] bytes;
    private int filled;
    private int from;
    private int to;
    private int nextFrom;
    private long bufferStart;
    private boolean complete;

    FileLines(FileChannel channel, long from, long until) {
        this(channel, from, until, CHUNK);
    }

    /// Reads in pieces of this size at first.
    FileLines(FileChannel channel, long from, long until, int chunk) {
        this.channel = channel;
        bytes = new byte[chunk];
        this.until = until;
        bufferStart = from;
    }

    /// Goes to the next line, also to a last one without its newline.
    boolean next() throws IOException, UnreadableFile {
        from = nextFrom;
        int searched = from;
        while (true) {
            int newline = JsonBytes.newline(bytes, searched, filled);
            if (newline < filled) {
                return line(newline, true);
            }
            searched = filled - from;
            boolean more = fill();
            searched += from;
            if (!more) {
                return filled > from && line(filled, false);
            }
        }
    }

    /// Goes to as many whole lines as the buffer holds, newlines and all, without looking for where each one ends.
    boolean nextWhole() throws IOException, UnreadableFile {
        from = nextFrom;
        while (true) {
            boolean more = fill();
            int end = filled;
            while (end > from && bytes[end - 1] != '\n') {
                end--;
            }
            if (end > from) {
                to = end;
                nextFrom = end;
                return true;
            }
            if (!more) {
                return false;
            }
        }
    }

    private boolean line(int end, boolean isComplete) {
        to = end;
        nextFrom = isComplete ? end + 1 : end;
        complete = isComplete;
        return true;
    }

    private boolean fill() throws IOException, UnreadableFile {
        if (bufferStart + filled >= until) {
            return false;
        }
        if (from > 0) {
            System.arraycopy(bytes, from, bytes, 0, filled - from);
            bufferStart += from;
            filled -= from;
            from = 0;
        }
        if (filled == bytes.length) {
            if (filled >= LONGEST) {
                throw new UnreadableFile("events.jsonl has a line of more than 256 MiB at byte " + bufferStart);
            }
            bytes = Arrays.copyOf(bytes, filled * 2);
        }
        long rest = until - bufferStart - filled;
        int length = (int) Math.min(rest, bytes.length - filled);
        int n = channel.read(ByteBuffer.wrap(bytes, filled, length), bufferStart + filled);
        if (n < 0) {
            return false;
        }
        filled += n;
        return true;
    }

    byte[] bytes() {
        return bytes;
    }

    int from() {
        return from;
    }

    /// Behind the line's last byte, where its newline is if it has one.
    int to() {
        return to;
    }

    long offset() {
        return bufferStart + from;
    }

    boolean complete() {
        return complete;
    }

    boolean last() {
        return bufferStart + nextFrom >= until;
    }

    /// What a machine crash leaves of a sector that was promised but never written.
    boolean hasNul() {
        for (int i = from; i < to; i++) {
            if (bytes[i] == 0) {
                return true;
            }
        }
        return false;
    }
}
