package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.io.OutputStream;

/// The stored events of a conversation up to the end of a turn, byte for byte.
final class Fork {
    private final OutputStream out;
    private final long most;
    private final Output line = new Output();
    private long turns;

    private Fork(OutputStream out, long most) {
        this.out = out;
        this.most = most;
    }

    static void copy(Survey source, long turns, OutputStream out) throws IOException {
        var fork = new Fork(out, turns < 0 ? Long.MAX_VALUE : turns);
        try {
            if (source.original) {
                Original.forEachBytes(source.folder.originalEvents(), fork::event);
                fork.endLine();
                return;
            }
            try (var channel = Disk.read(source.folder.events())) {
                var lines = new Lines(channel, 0, source.tally.covered);
                boolean more = true;
                while (more && lines.next()) {
                    more = Batches.events(lines.bytes(), lines.from(), lines.to(), fork::event);
                    fork.endLine();
                }
            }
        } catch (Unreadable e) {
            throw new IOException(e.getMessage());
        }
    }

    private boolean event(byte[] bytes, int from, int to) throws IOException {
        if (most < Long.MAX_VALUE && isTurnStart(bytes, from, to) && ++turns > most) {
            return false;
        }
        line.put(line.size == 0 ? '[' : ',');
        line.copy(bytes, from, to);
        if (line.size > Output.LARGE) {
            endLine();
        }
        return true;
    }

    private static boolean isTurnStart(byte[] bytes, int from, int to) throws IOException {
        try {
            return JsonText.parse(bytes, from, to) instanceof Json.Obj event
                    && event.text("type").orElse("").equals(Kind.TURN_START.type);
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
