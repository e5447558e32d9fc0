package dev.outrigger.assistant.providers;

import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// Server-sent events. Stricter than a browser: a line that is no field of theirs is not passed over, since it is most
/// often an error that somebody on the way put there. The providers repeat an event's name in its data, so the name
/// itself is not looked at.
final class SseFrames implements AnswerFrames {
    private static final int FIRST_OF_MARK = 0xEF;
    private static final int MARK = 3;

    private final LineFrames lines;
    private final AnswerLimits limits;
    private boolean begun;

    /// Of the present event; its lines may be gone from their buffer.
    private byte[] data = new byte[0];

    SseFrames(InputStream in, AnswerLimits limits) {
        lines = new LineFrames(in, limits);
        this.limits = limits;
    }

    @Override
    public boolean next() throws IOException, MalformedAnswer {
        var joined = new ByteArrayOutputStream();
        boolean any = false;
        while (lines.next()) {
            int start = lines.from() + (begun ? 0 : mark());
            begun = true;
            if (start == lines.to()) {
                if (any) {
                    data = joined.toByteArray();
                    return true;
                }
            } else if (isData(start)) {
                if (any) {
                    joined.write('\n');
                }
                any = true;
                int value = Math.min(start + "data:".length(), lines.to());
                value += value < lines.to() && lines.bytes()[value] == ' ' ? 1 : 0;
                joined.write(lines.bytes(), value, lines.to() - value);
                if (joined.size() > limits.event()) {
                    throw new MalformedAnswer(
                            "an event of its answer is longer than " + LineFrames.size(limits.event()));
                }
            }
        }
        return false;
    }

    private int mark() {
        boolean marked = lines.to() - lines.from() >= MARK
                && (lines.bytes()[lines.from()] & 0xFF) == FIRST_OF_MARK
                && new String(lines.bytes(), lines.from(), MARK, StandardCharsets.UTF_8).equals("\uFEFF");
        return marked ? MARK : 0;
    }

    private boolean isData(int start) throws MalformedAnswer {
        int end = start;
        while (end < lines.to() && lines.bytes()[end] != ':') {
            end++;
        }
        return switch (new String(lines.bytes(), start, end - start, StandardCharsets.UTF_8)) {
            case "data" -> true;
            case "", "event", "id", "retry" -> false;
            default ->
                throw new MalformedAnswer("a line of its answer is no event: "
                        + Excerpt.of(new String(
                                lines.bytes(), start, Math.min(lines.to() - start, 1000), StandardCharsets.UTF_8)));
        };
    }

    @Override
    public boolean says(String text) {
        return data.length == text.length() && new String(data, StandardCharsets.UTF_8).equals(text);
    }

    @Override
    public Json.Obj object() throws MalformedAnswer {
        return object(data, 0, data.length);
    }

    static Json.Obj object(byte[] bytes, int from, int to) throws MalformedAnswer {
        try {
            if (JsonText.parse(bytes, from, to) instanceof Json.Obj object) {
                return object;
            }
        } catch (MalformedJson e) {
            throw new MalformedAnswer("an event of its answer is no JSON: " + e.what());
        }
        throw new MalformedAnswer("an event of its answer is no JSON object");
    }
}
