package dev.outrigger.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// Between bytes and [Json], strictly: one value and nothing behind it, well-formed UTF-8, no key twice, no half
/// characters, no deeper than [#MAX_DEPTH].
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
        return parse(bytes, from, to, Integer.MAX_VALUE);
    }

    /// Of at most so many values: two bytes of text can be one that takes a hundred of memory.
    public static Json parse(byte[] bytes, int from, int to, int mostValues) throws MalformedJson {
        return new JsonParser(bytes, from, to, mostValues).document();
    }

    /// Takes the members of an object as they come.
    public interface Members {
        void member(String name, Json value);
    }

    /// Like [#parse], for an object whose members are wanted and not the object. What comes before a mistake was handed
    /// over when the mistake is found: a beginning that was cut off still tells what is in it.
    public static void members(byte[] bytes, int from, int to, int mostValues, Members members) throws MalformedJson {
        new JsonParser(bytes, from, to, mostValues).members(members);
    }

    /// One line, no newline in it or behind it.
    public static void write(Json value, OutputStream out) throws IOException {
        new JsonWriter(out).write(value);
    }

    public static byte[] bytes(Json value) {
        try {
            return JsonWriter.bytes(value);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
    }

    public static String text(Json value) {
        return new String(bytes(value), StandardCharsets.UTF_8);
    }
}
