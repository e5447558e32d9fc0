package dev.outrigger.wire;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// Splits a stream of bytes into lines without copying them out of its buffer, and never holds more of a line than its
/// limit.
public final class LineReader {
    private static final int CHUNK = 64 * 1024;
    /// A read of up to this much goes through the JDK without an allocation; and a process's stream takes no less
    /// without a copy.
    private static final int SMALL_READ = 8 * 1024;

    /// After so many small reads in a row, a peer that once said much counts as one that says little.
    private static final int CALM = 16;

    private static final int HEAD = 120;

    public enum Found {
        /// A line, without its newline, lies in [#bytes] from [#from] to [#to] until the next call.
        LINE,
        /// A line above the limit went by; only its first bytes are there to be seen.
        TOO_LONG,
        END
    }

    private final InputStream in;
    private final int limit;
    private final long endless;
    /// Most peers say little, and many say nothing for hours: no more is held for them than a small read takes.
    private byte[] buffer = new byte[SMALL_READ];

    private int from;
    private int to;
    /// Where the next line starts, how far we looked for its end, and where the bytes read so far end.
    private int next;

    private int seen;
    private int filled;
    private boolean ended;
    private boolean streaming;
    private int smallReads;

    public LineReader(InputStream in, int limit) {
        this(in, limit, Long.MAX_VALUE);
    }

    /// A line that has not ended after so many bytes is not read any further: [EndlessLine].
    public LineReader(InputStream in, int limit, long endless) {
        this.in = in;
        this.limit = limit;
        this.endless = endless;
    }

    public byte[] bytes() {
        return buffer;
    }

    public int from() {
        return from;
    }

    public int to() {
        return to;
    }

    /// Whether there is nothing to see between [#from] and [#to].
    public boolean blank() {
        for (int i = from; i < to; i++) {
            if (buffer[i] != ' ' && buffer[i] != '\t' && buffer[i] != '\r') {
                return false;
            }
        }
        return true;
    }

    /// Whether [#next] would return at once, because a whole line was read along with an earlier one.
    public boolean ready() {
        while (seen < filled) {
            if (buffer[seen] == '\n') {
                return true;
            }
            seen++;
        }
        return false;
    }

    /// A last line without a newline counts as a line.
    public Found next() throws IOException {
        while (!ready()) {
            if (filled - next > limit) {
                return skipRest();
            }
            if (!fill()) {
                if (filled == next) {
                    return Found.END;
                }
                return line(filled, filled);
            }
        }
        return line(seen, seen + 1);
    }

    /// Gives the buffer with the present line away: it stays as it is while others read on.
    void leave() {
        buffer = Arrays.copyOfRange(buffer, next, Math.max(filled, next + CHUNK));
        seen -= next;
        filled -= next;
        next = from = to = 0;
    }

    private Found line(int end, int after) {
        from = next;
        to = end;
        next = after;
        seen = after;
        return to - from > limit ? tooLong() : Found.LINE;
    }

    private Found tooLong() {
        to = Math.min(to, from + HEAD);
        return Found.TOO_LONG;
    }

    /// The rest of a line that is too long already: read, looked at for its newline, forgotten.
    private Found skipRest() throws IOException {
        var head = Arrays.copyOfRange(buffer, next, Math.min(filled, next + HEAD));
        long skipped = (long) filled - next;
        next = seen = filled = 0;
        while (fill() && !ready()) {
            skipped += filled;
            next = seen = filled = 0;
            if (skipped > endless) {
                throw new EndlessLine(endless);
            }
        }
        next = seen = Math.min(seen + 1, filled);
        if (next < head.length) {
            // The head needs room in front of what follows.
            var moved = new byte[buffer.length + HEAD];
            System.arraycopy(buffer, next, moved, HEAD, filled - next);
            filled += HEAD - next;
            next = seen = HEAD;
            buffer = moved;
        }
        System.arraycopy(head, 0, buffer, 0, head.length);
        from = 0;
        to = head.length;
        return Found.TOO_LONG;
    }

    /// Reads more behind what is there, making room first. False at the end of the stream.
    private boolean fill() throws IOException {
        if (ended) {
            return false;
        }
        if (next == filled) {
            next = seen = filled = 0;
            shrink();
        }
        if (filled == buffer.length || (streaming && buffer.length < CHUNK)) {
            makeRoom();
        }
        int room = buffer.length - filled;
        int count = in.read(buffer, filled, streaming ? room : Math.min(room, SMALL_READ));
        streaming = count >= SMALL_READ;
        smallReads = streaming ? 0 : smallReads + 1;
        ended = count < 0;
        filled += Math.max(count, 0);
        return !ended;
    }

    /// Nothing is held now.
    private void shrink() {
        if (smallReads >= CALM && buffer.length > SMALL_READ) {
            buffer = new byte[SMALL_READ];
        } else if (buffer.length > 16 * CHUNK) {
            buffer = new byte[CHUNK];
        }
    }

    private void makeRoom() {
        int held = filled - next;
        int wanted = held > buffer.length / 2 ? buffer.length * 2 : buffer.length;
        var roomy = wanted > buffer.length || buffer.length < CHUNK ? new byte[Math.max(wanted, CHUNK)] : buffer;
        System.arraycopy(buffer, next, roomy, 0, held);
        buffer = roomy;
        seen -= next;
        next = 0;
        filled = held;
    }
}
