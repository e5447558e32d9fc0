package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// `events.json` of the original `jp`: one array of all events, usually indented. Read event by event, so that its size
/// does not matter; white space is dropped on the way, everything else kept.
final class OriginalEvents {
    private static final int BUFFER = 1 << 16;

    /// Is given one event after the other, in the form that we store.
    interface EachStored {
        /// False to see no more.
        boolean event(StoredEvent event) throws IOException;
    }

    /// An event, and how it is written: that is only made when it is asked for.
    static final class StoredEvent {
        private final Json.Obj fields;
        private final byte @Nullable [] asItStands;

        private StoredEvent(Json.Obj fields, byte @Nullable [] asItStands) {
            this.fields = fields;
            this.asItStands = asItStands;
        }

        Json.Obj fields() {
            return fields;
        }

        byte[] bytes() {
            return asItStands == null ? JsonText.bytes(fields) : asItStands;
        }
    }

    private final InputStream in;
    private final boolean baseApart;
    private final ByteOutput event = new ByteOutput();
    private final byte[] chunk = new byte[BUFFER];
    private int at;
    private int filled;

    private OriginalEvents(InputStream in, boolean baseApart) {
        this.in = in;
        this.baseApart = baseApart;
    }

    /// So that readers of either file meet the same.
    static void forEachBytes(Path file, BatchEvents.EachEvent each) throws IOException, UnreadableFile {
        forEach(file, event -> {
            var bytes = event.bytes();
            return each.event(bytes, 0, bytes.length);
        });
    }

    static void forEach(Path file, EachStored each) throws IOException, UnreadableFile {
        try (var channel = DurableFiles.read(file);
                var in = Channels.newInputStream(channel)) {
            new OriginalEvents(in, hasBaseApart(file)).read(each);
        }
    }

    /// Whether with what it began stands beside the events, and not among them.
    static boolean hasBaseApart(Path file) {
        return Files.exists(file.resolveSibling("base_config.json"), LinkOption.NOFOLLOW_LINKS);
    }

    private void read(EachStored each) throws IOException, UnreadableFile {
        if (afterSpace() != '[') {
            throw new UnreadableFile("events.json is no array");
        }
        int next = afterSpace();
        boolean more = next != ']';
        boolean first = true;
        while (more) {
            int end = gather(next);
            var fields = fields();
            var kind = EventKind.of(fields.text("type").orElse(""));
            // With what the conversation began, before that had a file of its own: no event, to the original neither.
            boolean base = first && !baseApart && kind == EventKind.CONFIG_DELTA;
            first = false;
            var stored = kind == null
                    ? new StoredEvent(fields, Arrays.copyOf(event.bytes, event.size))
                    : new StoredEvent(modern(kind, fields), null);
            if (!base && !each.event(stored)) {
                return;
            }
            more = end == ',';
            if (more) {
                next = afterSpace();
            } else if (end != ']') {
                throw cutOff();
            }
        }
        if (afterSpace() >= 0) {
            throw new UnreadableFile("events.json has something behind its array");
        }
    }

    private Json.Obj fields() throws UnreadableFile {
        try {
            if (JsonText.parse(event.bytes, 0, event.size) instanceof Json.Obj fields) {
                return fields;
            }
            throw new UnreadableFile("events.json holds something that is no object");
        } catch (MalformedJson e) {
            throw new UnreadableFile("events.json holds an event that is no JSON: " + e.getMessage());
        }
    }

    /// Known types come out with their type first and an RFC 3339 time; others as they are.
    private static Json.Obj modern(EventKind kind, Json.Obj fields) {
        var time = fields.text("timestamp");
        var timed = time.isPresent() ? fields.with("timestamp", Json.of(TimestampText.modern(time.get()))) : fields;
        return StoredForm.typeFirst(kind, kind == EventKind.CONFIG_DELTA ? ConfigDeltas.nested(timed) : timed);
    }

    /// One element without its white space; returns the comma or bracket behind it.
    private int gather(int first) throws IOException, UnreadableFile {
        event.size = 0;
        int depth = 0;
        int b = first;
        while (depth > 0 || (b != ',' && b != ']')) {
            if (b < 0) {
                throw cutOff();
            }
            if (event.size >= FileLines.LONGEST) {
                throw new UnreadableFile("events.json holds an event of more than 256 MiB");
            }
            if (b == '"') {
                string();
            } else if (b > ' ') {
                event.put((char) b);
                depth += b == '{' || b == '[' ? 1 : b == '}' || b == ']' ? -1 : 0;
                if (depth >= JsonText.MAX_DEPTH - 1) {
                    // Alone it could be read, but not in the array that readers get, and one deeper if it is a delta.
                    throw new UnreadableFile("events.json holds an event that is nested too deep");
                }
            } else if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                throw new UnreadableFile("events.json holds a control character");
            } else if (event.size > 0 && isWord(event.bytes[event.size - 1])) {
                event.put(' ');
            }
            b = next();
        }
        return b;
    }

    /// Where two of these meet, dropping the space between them would make one of them.
    private static boolean isWord(byte b) {
        return (b >= '0' && b <= '9') || (b >= 'a' && b <= 'z') || b == 'E';
    }

    private void string() throws IOException, UnreadableFile {
        event.put('"');
        while (true) {
            int from = at;
            while (at < filled && chunk[at] != '"' && chunk[at] != '\\') {
                at++;
            }
            event.copy(chunk, from, at);
            int b = next();
            if (b < 0 || event.size >= FileLines.LONGEST) {
                throw cutOff();
            }
            event.put((char) b);
            if (b == '\\') {
                event.put((char) Math.max(0, next()));
            } else if (b == '"') {
                return;
            }
        }
    }

    private static UnreadableFile cutOff() {
        return new UnreadableFile("events.json is cut off");
    }

    private int afterSpace() throws IOException {
        int b;
        do {
            b = next();
        } while (b == ' ' || b == '\n' || b == '\r' || b == '\t');
        return b;
    }

    private int next() throws IOException {
        if (at == filled) {
            filled = in.read(chunk);
            at = 0;
            if (filled <= 0) {
                filled = 0;
                return -1;
            }
        }
        return chunk[at++] & 0xFF;
    }
}
