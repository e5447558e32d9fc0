package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.io.OutputStream;

/// The stored events of a conversation up to some point, byte for byte.
final class ConversationFork {
    private final OutputStream out;
    private final ForkPoint end;
    private final ByteOutput line = new ByteOutput();
    private long turns;
    private long events;

    private ConversationFork(OutputStream out, ForkPoint end) {
        this.out = out;
        this.end = end;
    }

    static void copy(EventsSurvey source, ForkPoint end, OutputStream out) throws IOException {
        var fork = new ConversationFork(out, end);
        try {
            if (source.original) {
                OriginalEvents.forEachBytes(source.folder.originalEvents(), fork::event);
                fork.endLine();
                return;
            }
            try (var channel = DurableFiles.read(source.folder.events())) {
                var lines = new FileLines(channel, 0, source.tally.covered);
                boolean more = true;
                while (more && lines.next()) {
                    more = BatchEvents.events(lines.bytes(), lines.from(), lines.to(), fork::event);
                    fork.endLine();
                }
            }
        } catch (UnreadableFile e) {
            throw new IOException(e.getMessage());
        }
    }

    private boolean event(byte[] bytes, int from, int to) throws IOException {
        if (++events > end.events()
                || (end.turns() < Long.MAX_VALUE && isTurnStart(bytes, from, to) && ++turns > end.turns())) {
            return false;
        }
        line.put(line.size == 0 ? '[' : ',');
        line.copy(bytes, from, to);
        if (line.size > ByteOutput.LARGE) {
            endLine();
        }
        return true;
    }

    private static boolean isTurnStart(byte[] bytes, int from, int to) throws IOException {
        try {
            return JsonText.parse(bytes, from, to) instanceof Json.Obj event
                    && event.text("type").orElse("").equals(EventKind.TURN_START.type);
        } catch (MalformedJson e) {
            throw new IOException(e.getMessage());
        }
    }

    private void endLine() throws IOException {
        if (line.size > 0) {
            line.put(']');
            line.put('\n');
            line.flush(out);
        }
    }
}
