package dev.outrigger.wire;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/// Listens in on a stream: whole lines are told as they pass, by the thread that reads or writes them, and whoever is
/// at either end knows nothing of it. While nobody wants them, that costs a look.
public final class LineTap {
    private static final int LONGEST = 16 << 20;

    /// Who is slow here makes the peer slow.
    public interface Listener {
        /// Asked for each piece that passes. After a no, lines are told from the first one that begins anew.
        boolean wanted();

        /// Without its newline; of an endless one only the beginning, which is `cut`. The last one may have none.
        void line(byte[] line, boolean cut);
    }

    private final Listener listener;
    private ByteArrayOutputStream begun = new ByteArrayOutputStream(0);
    private boolean whole = true;
    private boolean cut;

    private LineTap(Listener listener) {
        this.listener = listener;
    }

    public static InputStream on(InputStream pipe, Listener listener) {
        var tap = new LineTap(listener);
        return new FilterInputStream(pipe) {
            @Override
            public int read() throws IOException {
                int one = in.read();
                tap.passed(new byte[] {(byte) one}, 0, one < 0 ? -1 : 1);
                return one;
            }

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                int count = in.read(bytes, from, length);
                tap.passed(bytes, from, count);
                return count;
            }
        };
    }

    public static OutputStream on(OutputStream pipe, Listener listener) {
        var tap = new LineTap(listener);
        return new FilterOutputStream(pipe) {
            @Override
            public void write(int one) throws IOException {
                write(new byte[] {(byte) one}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                tap.passed(bytes, from, length);
                out.write(bytes, from, length);
            }
        };
    }

    /// A negative length is the end.
    private void passed(byte[] bytes, int from, int length) {
        if (!listener.wanted()) {
            begun.reset();
            whole = length > 0 ? bytes[from + length - 1] == '\n' : whole;
            return;
        }
        int start = from;
        for (int i = from; i < from + length; i++) {
            if (bytes[i] == '\n') {
                gather(bytes, start, i);
                tell();
                start = i + 1;
            }
        }
        gather(bytes, start, from + length);
        if (length < 0 && begun.size() > 0) {
            tell();
        }
    }

    private void gather(byte[] bytes, int from, int to) {
        if (whole && to > from) {
            int fits = Math.min(to - from, LONGEST - begun.size());
            begun.write(bytes, from, fits);
            cut |= fits < to - from;
        }
    }

    private void tell() {
        if (whole) {
            listener.line(begun.toByteArray(), cut);
        }
        // Not the same one again: after a line of 16 MiB it would keep them.
        begun = new ByteArrayOutputStream(256);
        whole = true;
        cut = false;
    }
}
