package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// Events of one conversation as readers see them, oldest first: a JSON array that is copied from the disk while it is
/// written, in constant memory. What was pushed later is not in it.
public final class Events implements Json.Deferred {
    /// Is given one event after the other; what it throws ends the reading.
    public interface Reader {
        void event(Json.Obj event) throws IOException;
    }

    private static final int CHUNK = 1 << 17;

    private final Survey survey;
    private final long after;
    private final long before;

    Events(Survey survey, long after, long limit) {
        this.survey = survey;
        this.after = Math.max(0, after);
        long total = survey.tally.events;
        before = limit < 0 || limit > total - this.after ? total : this.after + limit;
    }

    /// How many there are.
    public long count() {
        return Math.max(0, before - after);
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        out.write('[');
        if (count() > 0) {
            if (survey.original) {
                new Pass(out).original();
            } else {
                try (var channel = open()) {
                    new Pass(out).runs(channel);
                }
            }
        }
        out.write(']');
    }

    /// The same events one by one.
    public void forEach(Reader consumer) throws IOException {
        if (count() == 0) {
            return;
        }
        var pass = new Pass(consumer);
        if (survey.original) {
            pass.original();
        } else {
            try (var channel = open()) {
                pass.runs(channel);
            }
        }
    }

    private FileChannel open() throws IOException {
        var channel = Disk.read(survey.folder.events());
        if (channel.size() < survey.tally.covered) {
            channel.close();
            throw changed();
        }
        return channel;
    }

    private IOException changed() {
        return new IOException(survey.folder.events() + " was changed while it was being read");
    }

    /// One way through, either to a stream or to a consumer.
    private final class Pass {
        private final Output gathered = new Output();
        private final Rewriter rewriter = new Rewriter(gathered);
        private final OutputStream out;
        private final boolean asValues;
        private final Reader consumer;
        private boolean first = true;
        private long position;

        Pass(OutputStream out) {
            this.out = out;
            asValues = false;
            consumer = _ -> {};
        }

        Pass(Reader consumer) {
            out = OutputStream.nullOutputStream();
            asValues = true;
            this.consumer = consumer;
        }

        void original() throws IOException {
            try {
                Original.forEachBytes(survey.folder.originalEvents(), this::one);
            } catch (Unreadable _) {
                throw changed();
            }
            gathered.flush(out);
        }

        void runs(FileChannel channel) throws IOException {
            for (var run : survey.runs()) {
                if (run.eventsEnd() <= after || run.events() >= before) {
                    continue;
                }
                position = run.events();
                if (run.plain() && !asValues && position >= after && run.eventsEnd() <= before) {
                    gathered.flush(out);
                    plain(channel, run);
                } else {
                    rewritten(channel, run);
                }
            }
            gathered.flush(out);
        }

        private void rewritten(FileChannel channel, Run run) throws IOException {
            try {
                var lines = new Lines(channel, run.start(), run.end());
                while (lines.next() && Batches.events(lines.bytes(), lines.from(), lines.to(), this::one)) {}
            } catch (Unreadable | IndexOutOfBoundsException _) {
                throw changed();
            }
        }

        private boolean one(byte[] bytes, int from, int to) throws IOException {
            if (position++ < after) {
                return true;
            }
            if (asValues) {
                rewriter.event(bytes, from, to);
                consumer.event(value());
            } else {
                if (!first) {
                    gathered.put(',');
                }
                first = false;
                rewriter.event(bytes, from, to);
                gathered.flushIfLarge(out);
            }
            return position < before;
        }

        private Json.Obj value() throws IOException {
            try {
                return (Json.Obj) JsonText.parse(gathered.bytes, 0, gathered.size);
            } catch (MalformedJson _) {
                throw changed();
            } finally {
                gathered.size = 0;
            }
        }

        /// Lines of `[…]` as they are, less their brackets. The byte before each newline has to be dropped, so the last
        /// one of a chunk waits for the next.
        private void plain(FileChannel channel, Run run) throws IOException {
            var bytes = new byte[CHUNK];
            var buffer = ByteBuffer.wrap(bytes);
            int held = 0;
            long at = run.start();
            boolean lineStart = true;
            while (at < run.end()) {
                buffer.limit(held + (int) Math.min(CHUNK - held, run.end() - at))
                        .position(held);
                int n = channel.read(buffer, at);
                if (n < 0) {
                    throw changed();
                }
                at += n;
                int filled = held + n;
                int from = 0;
                int to = 0;
                while (from < filled) {
                    if (lineStart) {
                        if (bytes[from++] != '[') {
                            throw changed();
                        }
                        if (!first) {
                            bytes[to++] = ',';
                        }
                        first = false;
                        lineStart = false;
                    }
                    int newline = Bytes.newline(bytes, from, filled);
                    boolean ends = newline < filled;
                    int keep = Math.max(from, (ends ? newline : filled) - 1);
                    System.arraycopy(bytes, from, bytes, to, keep - from);
                    to += keep - from;
                    if (!ends) {
                        from = keep;
                        break;
                    }
                    if (bytes[keep] != ']') {
                        throw changed();
                    }
                    lineStart = true;
                    from = newline + 1;
                }
                out.write(bytes, 0, to);
                held = filled - from;
                System.arraycopy(bytes, from, bytes, 0, held);
            }
            if (held > 0) {
                throw changed();
            }
        }
    }
}
