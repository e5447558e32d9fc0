package dev.outrigger.kaged.service;

import dev.outrigger.kaged.service.PipeListener.Direction;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// The two pipes of a plugin, and whoever listens in. While nobody does, it costs a look at an empty list.
final class TappedPipes {
    private static final int LONGEST = 16 << 20;

    private final List<PipeListener> taps = new CopyOnWriteArrayList<>();

    void add(PipeListener tap) {
        taps.add(tap);
    }

    void remove(PipeListener tap) {
        taps.remove(tap);
    }

    InputStream in(InputStream pipe) {
        return new FilterInputStream(pipe) {
            private final Lines lines = new Lines(Direction.FROM_PLUGIN);

            @Override
            public int read() throws IOException {
                int one = in.read();
                if (one >= 0) {
                    lines.passed(new byte[] {(byte) one}, 0, 1);
                }
                return one;
            }

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                int read = in.read(bytes, from, length);
                lines.passed(bytes, from, read);
                return read;
            }
        };
    }

    OutputStream out(OutputStream pipe) {
        return new OutputStream() {
            private final Lines lines = new Lines(Direction.TO_PLUGIN);

            @Override
            public void write(int one) throws IOException {
                write(new byte[] {(byte) one}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                lines.passed(bytes, from, length);
                pipe.write(bytes, from, length);
            }

            @Override
            public void flush() throws IOException {
                pipe.flush();
            }

            @Override
            public void close() throws IOException {
                pipe.close();
            }
        };
    }

    /// Puts lines together for the taps, beginning with the first whole one that they can hear.
    private final class Lines {
        private final Direction direction;
        private ByteArrayOutputStream begun = new ByteArrayOutputStream(0);
        private boolean whole = true;

        Lines(Direction direction) {
            this.direction = direction;
        }

        void passed(byte[] bytes, int from, int length) {
            if (length <= 0) {
                return;
            }
            if (taps.isEmpty()) {
                begun.reset();
                whole = bytes[from + length - 1] == '\n';
                return;
            }
            int start = from;
            for (int i = from; i < from + length; i++) {
                if (bytes[i] == '\n') {
                    gather(bytes, start, i);
                    told();
                    start = i + 1;
                }
            }
            gather(bytes, start, from + length);
        }

        private void gather(byte[] bytes, int from, int to) {
            if (whole && begun.size() < LONGEST) {
                begun.write(bytes, from, Math.min(to - from, LONGEST - begun.size()));
            }
        }

        private void told() {
            if (whole) {
                var line = begun.toByteArray();
                taps.forEach(tap -> tap.line(direction, line));
            }
            begun = new ByteArrayOutputStream(256);
            whole = true;
        }
    }
}
