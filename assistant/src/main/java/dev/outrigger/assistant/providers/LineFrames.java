package dev.outrigger.assistant.providers;

import java.io.IOException;
import java.io.InputStream;

/// Splits an answer into lines, at CR, LF or both, without copying them. Never waits for what may follow a CR.
final class LineFrames {
    private static final int LEAST_ROOM = 8 * 1024;

    private final InputStream in;
    private final AnswerLimits limits;
    private byte[] buffer = new byte[2 * LEAST_ROOM];
    private int from;
    private int to;
    /// Where the next line begins, how far its end was looked for, and where the bytes end.
    private int next;

    private int seen;
    private int filled;
    private long received;
    private boolean afterCr;

    LineFrames(InputStream in, AnswerLimits limits) {
        this.in = in;
        this.limits = limits;
    }

    byte[] bytes() {
        return buffer;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    /// The next line lies in [#bytes] from [#from] to [#to], until the next call. False at the end: what lies there
    /// then is a last line without an end, often nothing.
    boolean next() throws IOException, MalformedAnswer {
        while (true) {
            if (afterCr && next < filled) {
                next += buffer[next] == '\n' ? 1 : 0;
                seen = next;
                afterCr = false;
            }
            while (seen < filled && buffer[seen] != '\n' && buffer[seen] != '\r') {
                seen++;
            }
            from = next;
            to = seen;
            if (to - from > limits.event()) {
                throw new MalformedAnswer("a line of its answer is longer than " + size(limits.event()));
            }
            if (seen < filled) {
                afterCr = buffer[seen] == '\r';
                next = ++seen;
                return true;
            }
            if (!fill()) {
                return false;
            }
        }
    }

    private boolean fill() throws IOException, MalformedAnswer {
        if (buffer.length - filled < LEAST_ROOM) {
            int held = filled - next;
            var roomy = held > buffer.length / 2 ? new byte[buffer.length * 2] : buffer;
            System.arraycopy(buffer, next, roomy, 0, held);
            buffer = roomy;
            seen -= next;
            next = 0;
            filled = held;
        }
        int count = in.read(buffer, filled, buffer.length - filled);
        if (count < 0) {
            // What was moved is still to be seen.
            from = next;
            to = filled;
            return false;
        }
        filled += count;
        received += count;
        if (received > limits.whole()) {
            throw new MalformedAnswer("its answer is longer than " + size(limits.whole()));
        }
        return true;
    }

    static String size(long bytes) {
        return bytes >= 1 << 20 ? (bytes >> 20) + " MiB" : bytes + " bytes";
    }
}
