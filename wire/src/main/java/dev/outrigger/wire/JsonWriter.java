package dev.outrigger.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/// Writes one value after the other to the same stream, without anything between them. To a [Json.Composed] it lends
/// its own buffer, so that a message is written without a tree of it being made first.
public final class JsonWriter {
    private static final int MOST_BYTES_PER_CHAR = 6;

    /// Enough for most messages; who has more to write gets more.
    private static final int SMALL = 512;

    private static final int LARGE = 4096;
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};

    private final OutputStream out;
    private byte[] buffer = new byte[SMALL];
    private int count;

    JsonWriter(OutputStream out) {
        this.out = out;
    }

    /// Most texts are short: those never leave the buffer.
    static byte[] bytes(Json value) throws IOException {
        var more = new ByteArrayOutputStream(0);
        var writer = new JsonWriter(more);
        writer.value(value);
        if (more.size() == 0) {
            return Arrays.copyOf(writer.buffer, writer.count);
        }
        writer.pass();
        return more.toByteArray();
    }

    /// All of it is with the stream when this returns.
    void write(Json value) throws IOException {
        value(value);
        pass();
    }

    public void value(Json value) throws IOException {
        switch (value) {
            case Json.Obj object -> object(object);
            case Json.Arr(var items) -> {
                put('[');
                for (int i = 0; i < items.size(); i++) {
                    if (i > 0) {
                        put(',');
                    }
                    value(items.get(i));
                }
                put(']');
            }
            case Json.Str(var text) -> string(text);
            case Json.Num(var text) -> plain(text);
            case Json.Bool truth -> plain(truth == Json.Bool.TRUE ? "true" : "false");
            case Json.Null _ -> plain("null");
            case Json.Composed composed -> composed.compose(this);
            case Json.Deferred deferred -> {
                pass();
                deferred.writeTo(out);
            }
        }
    }

    private void object(Json.Obj object) throws IOException {
        char before = '{';
        for (var field : object.fields().entrySet()) {
            put(before);
            string(field.getKey());
            put(':');
            value(field.getValue());
            before = ',';
        }
        if (before == '{') {
            put('{');
        }
        put('}');
    }

    /// As it is: ASCII that is JSON already, or a piece of it.
    public void plain(String ascii) throws IOException {
        for (int i = 0; i < ascii.length(); i++) {
            put(ascii.charAt(i));
        }
    }

    public void string(String text) throws IOException {
        put('"');
        for (int i = 0; i < text.length(); i++) {
            room(MOST_BYTES_PER_CHAR);
            char c = text.charAt(i);
            if (c >= ' ' && c <= 0x7F && c != '"' && c != '\\') {
                buffer[count++] = (byte) c;
            } else if (c < 0x80) {
                escaped(c);
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                utf8(Character.toCodePoint(c, text.charAt(++i)));
            } else {
                // Half a character has no encoding.
                utf8(Character.isSurrogate(c) ? 0xFFFD : c);
            }
        }
        put('"');
    }

    private void escaped(char c) {
        buffer[count++] = '\\';
        switch (c) {
            case '"', '\\' -> buffer[count++] = (byte) c;
            case '\b' -> buffer[count++] = 'b';
            case '\f' -> buffer[count++] = 'f';
            case '\n' -> buffer[count++] = 'n';
            case '\r' -> buffer[count++] = 'r';
            case '\t' -> buffer[count++] = 't';
            default -> {
                buffer[count++] = 'u';
                buffer[count++] = '0';
                buffer[count++] = '0';
                buffer[count++] = HEX[c >> 4];
                buffer[count++] = HEX[c & 15];
            }
        }
    }

    private void utf8(int point) {
        if (point < 0x800) {
            buffer[count++] = (byte) (0xC0 | point >> 6);
        } else {
            if (point < 0x10000) {
                buffer[count++] = (byte) (0xE0 | point >> 12);
            } else {
                buffer[count++] = (byte) (0xF0 | point >> 18);
                buffer[count++] = (byte) (0x80 | ((point >> 12) & 0x3F));
            }
            buffer[count++] = (byte) (0x80 | ((point >> 6) & 0x3F));
        }
        buffer[count++] = (byte) (0x80 | (point & 0x3F));
    }

    private void put(char ascii) throws IOException {
        room(1);
        buffer[count++] = (byte) ascii;
    }

    private void room(int bytes) throws IOException {
        if (buffer.length - count >= bytes) {
            return;
        }
        if (buffer.length < LARGE) {
            buffer = Arrays.copyOf(buffer, LARGE);
        } else {
            pass();
        }
    }

    private void pass() throws IOException {
        int length = count;
        count = 0;
        out.write(buffer, 0, length);
    }
}
