package dev.outrigger.hosting.visit;

import dev.outrigger.assistant.providers.KeyRing;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.LineTap;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Every line that passes, in both directions, as a line of JSON with its time: a listener on the streams, so that
/// nothing else knows of it.
public final class LineTrace {
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
        return LineTap.on(in, new From("plugin"));
    }

    public OutputStream toPlugin(OutputStream out) {
        return LineTap.on(out, new From("host"));
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

    private final class From implements LineTap.Listener {
        private final String whom;

        From(String whom) {
            this.whom = whom;
        }

        @Override
        public boolean wanted() {
            return true;
        }

        @Override
        public void line(byte[] line, boolean cut) {
            entry(whom, line, cut);
        }
    }
}
