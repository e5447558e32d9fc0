package dev.outrigger.assistant.providers;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.io.InputStream;

/// One JSON object per line.
final class JsonLines implements Frames {
    private final Lines lines;
    private boolean ended;

    JsonLines(InputStream in, Limits limits) {
        lines = new Lines(in, limits);
    }

    @Override
    public boolean next() throws IOException, Malformed {
        while (!ended) {
            ended = !lines.next();
            if (!blank()) {
                return !ended || whole();
            }
        }
        return false;
    }

    private boolean blank() {
        for (int i = lines.from(); i < lines.to(); i++) {
            if (lines.bytes()[i] != ' ' && lines.bytes()[i] != '\t') {
                return false;
            }
        }
        return true;
    }

    /// A last line without its newline is either whole or was cut off.
    private boolean whole() {
        try {
            object();
            return true;
        } catch (Malformed _) {
            return false;
        }
    }

    @Override
    public boolean says(String text) {
        return false;
    }

    @Override
    public Json.Obj object() throws Malformed {
        return Sse.object(lines.bytes(), lines.from(), lines.to());
    }
}
