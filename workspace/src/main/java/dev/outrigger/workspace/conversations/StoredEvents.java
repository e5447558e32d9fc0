package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;

/// Events of one conversation as readers see them, oldest first: a JSON array that is copied from the disk while it is
/// written, in constant memory. What was pushed later is not in it.
public final class StoredEvents implements Json.Deferred {
    /// Is given one event after the other; what it throws ends the reading.
    public interface Reader {
        void event(Json.Obj event) throws IOException;
    }

    /// What becomes of a `config_delta` on its way to a reader.
    public interface Discretion {
        Discretion NONE = delta -> delta;

        Json.Obj shown(Json.Obj delta);
    }

    private final EventsSurvey survey;
    private final long after;
    private final long before;
    private final Discretion discretion;

    StoredEvents(EventsSurvey survey, long after, long limit) {
        this.survey = survey;
        this.after = Math.max(0, after);
        long total = survey.tally.events;
        before = limit < 0 || limit > total - this.after ? total : this.after + limit;
        discretion = Discretion.NONE;
    }

    private StoredEvents(StoredEvents all, Discretion discretion) {
        survey = all.survey;
        after = all.after;
        before = all.before;
        this.discretion = discretion;
    }

    /// The same for somebody who may not see all that a `config_delta` says.
    public StoredEvents discreet(Discretion hiding) {
        return new StoredEvents(this, hiding);
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
                    new Pass(out).stretches(channel);
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
                pass.stretches(channel);
            }
        }
    }

    private FileChannel open() throws IOException {
        var channel = opened();
        if (channel.size() < survey.tally.covered) {
            channel.close();
            throw changed();
        }
        return channel;
    }

    private FileChannel opened() throws IOException {
        try {
            return DurableFiles.read(survey.folder.events());
        } catch (NoSuchFileException e) {
            if (survey.folder.origin() != ConversationFolder.Origin.BEFORE) {
                throw e;
            }
            return DurableFiles.read(survey.folder.afterMove().events());
        }
    }

    private static IOException changed() {
        return new IOException("the events were changed while they were being read");
    }

    private enum Way {
        SKIPPED,
        COPIED,
        REWRITTEN
    }

    /// One way through, either to a stream or to a consumer.
    private final class Pass {
        private final ByteOutput gathered = new ByteOutput();
        private final EventRewriter rewriter = new EventRewriter(gathered, discretion);
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
                OriginalEvents.forEachBytes(survey.folder.originalEvents(), (bytes, from, to) -> {
                    one(bytes, from, to);
                    return position < before;
                });
            } catch (UnreadableFile _) {
                throw changed();
            }
            gathered.flush(out);
        }

        /// Neighbouring stretches that take the same way go as one.
        void stretches(FileChannel channel) throws IOException {
            var stretches = survey.stretches();
            for (int i = 0; i < stretches.length; ) {
                int end = i + 1;
                while (end < stretches.length && way(stretches[end]) == way(stretches[i])) {
                    end++;
                }
                switch (way(stretches[i])) {
                    case SKIPPED -> {}
                    case COPIED -> {
                        gathered.flush(out);
                        first = PlainBatches.copy(
                                channel, stretches[i].start(), stretches[end - 1].end(), gathered, first, out);
                    }
                    case REWRITTEN -> {
                        position = stretches[i].events();
                        rewritten(channel, stretches[i].start(), stretches[end - 1].end());
                    }
                }
                i = end;
            }
            gathered.flush(out);
        }

        private Way way(BatchStretch stretch) {
            if (stretch.eventsEnd() <= after || stretch.events() >= before) {
                return Way.SKIPPED;
            }
            boolean whole = stretch.events() >= after && stretch.eventsEnd() <= before;
            return stretch.plain() && whole && !asValues ? Way.COPIED : Way.REWRITTEN;
        }

        private void rewritten(FileChannel channel, long start, long end) throws IOException {
            try {
                var lines = new FileLines(channel, start, end);
                while (position < before && lines.nextWhole()) {
                    batches(lines.bytes(), lines.from(), lines.to());
                }
            } catch (UnreadableFile _) {
                throw changed();
            }
        }

        private void batches(byte[] lines, int from, int to) throws IOException {
            int i = afterLines(lines, from, to);
            while (i < to && position < before) {
                i = JsonBytes.afterSpace(lines, i + 1);
                while (lines[i] != ']' && position < before) {
                    i = JsonBytes.afterSpace(lines, one(lines, i, to));
                    if (lines[i] == ',') {
                        i = JsonBytes.afterSpace(lines, i + 1);
                    }
                }
                i = afterLines(lines, i + 1, to);
            }
        }

        /// To where the next batch begins, if there is one.
        private static int afterLines(byte[] lines, int from, int to) {
            int i = from;
            while (i < to && lines[i] <= ' ') {
                i++;
            }
            return i;
        }

        /// The event that starts at `from`, if it is wanted; returns where it ends.
        private int one(byte[] bytes, int from, int to) throws IOException {
            boolean wanted = position++ >= after;
            int end;
            try {
                if (wanted && !first && !asValues) {
                    gathered.put(',');
                }
                end = wanted ? rewriter.event(bytes, from, to) : JsonBytes.afterValue(bytes, from, to);
            } catch (IndexOutOfBoundsException | IllegalStateException _) {
                throw changed();
            }
            if (wanted) {
                first = false;
                if (asValues) {
                    consumer.event(value());
                } else {
                    gathered.flushIfLarge(out);
                }
            }
            return end;
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
    }
}
