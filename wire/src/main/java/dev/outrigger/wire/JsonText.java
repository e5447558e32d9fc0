package dev.outrigger.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// Between bytes and [Json], strictly: one value and nothing behind it, well-formed UTF-8, no key twice, no half
/// characters,
/// no deeper than [#MAX_DEPTH].
public final class JsonText {
    public static final int MAX_DEPTH = 128;

    private JsonText() {}

    public static Json parse(String text) throws MalformedJson {
        return parse(text.getBytes(StandardCharsets.UTF_8));
    }

    public static Json parse(byte[] bytes) throws MalformedJson {
        return parse(bytes, 0, bytes.length);
    }

    public static Json parse(byte[] bytes, int from, int to) throws MalformedJson {
        return new JsonParser(bytes, from, to).document();
    }

    /// One line, no newline in it or behind it.
    public static void write(Json value, OutputStream out) throws IOException {
        new JsonWriter(out).write(value);
    }

    public static byte[] bytes(Json value) {
        var out = new ByteArrayOutputStream();
        try {
            write(value, out);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return out.toByteArray();
    }

    public static String text(Json value) {
        return new String(bytes(value), StandardCharsets.UTF_8);
    }

    /// Indented by two, for people.
    public static String pretty(Json value) {
        var text = new StringBuilder();
        pretty(value, "\n", text);
        return text.toString();
    }

    private static void pretty(Json value, String newline, StringBuilder text) {
        var deeper = newline + "  ";
        if (value instanceof Json.Obj(var fields) && !fields.isEmpty()) {
            var before = "{";
            for (var field : fields.entrySet()) {
                text.append(before)
                        .append(deeper)
                        .append(text(Json.of(field.getKey())))
                        .append(": ");
                pretty(field.getValue(), deeper, text);
                before = ",";
            }
            text.append(newline).append('}');
        } else if (value instanceof Json.Arr(var items) && !items.isEmpty()) {
            var before = "[";
            for (var item : items) {
                text.append(before).append(deeper);
                pretty(item, deeper, text);
                before = ",";
            }
            text.append(newline).append(']');
        } else {
            text.append(text(value));
        }
    }
}
