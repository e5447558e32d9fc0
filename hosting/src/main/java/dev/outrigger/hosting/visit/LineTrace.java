package dev.outrigger.hosting.visit;

import dev.outrigger.assistant.providers.KeyRing;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Every line that passes, in both directions, as a line of JSON with its time: a listener on the streams, so that
/// nothing else knows of it.
public final class LineTrace {
    private static final int LONGEST = 16 << 20;

    /// Told about whole lines, from either direction, one at a time.
    public interface Sink {
        void line(Json.Obj entry) throws IOException;
    }

    private final Sink sink;
    private @Nullable IOException failure;

    public LineTrace(Sink sink) {
        this.sink = sink;
    }

    /// Keys consist of characters that JSON writes as they are, but for two; those in a key are rare.
    public static Sink toFile(OutputStream file, KeyRing keys) {
        return entry -> file.write((keys.without(JsonText.text(entry)) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    public InputStream fromPlugin(InputStream in) {
        var lines = new Lines("plugin");
        return new FilterInputStream(in) {
            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                int count = super.read(bytes, offset, length);
                if (count < 0) {
                    lines.end();
                } else {
                    lines.pass(bytes, offset, count);
                }
                return count;
            }
        };
    }

    public OutputStream toPlugin(OutputStream out) {
        var lines = new Lines("host");
        return new FilterOutputStream(out) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                lines.pass(bytes, offset, length);
                out.write(bytes, offset, length);
            }
        };
    }

    /// Why it broke off; null when it is whole.
    public synchronized @Nullable IOException failure() {
        return failure;
    }

    /// A trace that cannot be kept must not disturb what it watches.
    private synchronized void entry(String from, byte[] line, boolean cut) {
        if (failure != null) {
            return;
        }
        var entry = Json.object()
                .put("time", Instant.now().toString())
                .put("from", from)
                .put("line", new String(line, StandardCharsets.UTF_8));
        if (cut) {
            entry.put("cut", true);
        }
        try {
            sink.line(entry.build());
        } catch (IOException e) {
            failure = e;
        }
    }

    /// Puts the pieces of one direction together again; of an endless line only the beginning.
    private final class Lines {
        private final String from;
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();
        private boolean cut;

        Lines(String from) {
            this.from = from;
        }

        void pass(byte[] bytes, int offset, int length) {
            int start = offset;
            for (int i = offset; i < offset + length; i++) {
                if (bytes[i] == '\n') {
                    collect(bytes, start, i);
                    entry(from, line.toByteArray(), cut);
                    line.reset();
                    cut = false;
                    start = i + 1;
                }
            }
            collect(bytes, start, offset + length);
        }

        void end() {
            if (line.size() > 0) {
                entry(from, line.toByteArray(), cut);
                line.reset();
            }
        }

        private void collect(byte[] bytes, int start, int end) {
            int fits = Math.min(end - start, LONGEST - line.size());
            line.write(bytes, start, fits);
            cut |= fits < end - start;
        }
    }
}
