package dev.outrigger.assistant.providers;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.io.InputStream;

/// One JSON object per line.
final class JsonLineFrames implements AnswerFrames {
    private final LineFrames lines;
    private boolean ended;

    JsonLineFrames(InputStream in, AnswerLimits limits) {
        lines = new LineFrames(in, limits);
    }

    @Override
    public boolean next() throws IOException, MalformedAnswer {
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
        } catch (MalformedAnswer _) {
            return false;
        }
    }

    @Override
    public boolean says(String text) {
        return false;
    }

    @Override
    public Json.Obj object() throws MalformedAnswer {
        return SseFrames.object(lines.bytes(), lines.from(), lines.to());
    }
}
