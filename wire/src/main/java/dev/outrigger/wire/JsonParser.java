package dev.outrigger.wire;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Set;

/// One value out of bytes, in one pass, as strictly as [JsonText] promises. Written by hand because every call of jp
/// and every message goes through it: docs/decisions/0005-own-json.md.
final class JsonParser {
    private static final int LONGEST_KEPT_NAME = 32;

    /// Field names come again and again: each is made once, by its hash. Whoever loses a race makes one more.
    private static final String[] NAMES = new String[512];

    private final byte[] bytes;
    private final int from;
    private final int to;
    private final int mostValues;
    private int at;
    private int depth;
    private int values;

    JsonParser(byte[] bytes, int from, int to, int mostValues) {
        this.bytes = bytes;
        this.from = from;
        this.to = to;
        this.mostValues = mostValues;
        this.at = from;
    }

    Json document() throws MalformedJson {
        skipBlanks();
        if (at == to) {
            throw new MalformedJson("nothing there");
        }
        var value = value();
        skipBlanks();
        if (at < to) {
            throw wrong("something behind the value");
        }
        return value;
    }

    void members(JsonText.Members members) throws MalformedJson {
        skipBlanks();
        if (at == to || bytes[at] != '{') {
            throw wrong("no object");
        }
        enter();
        if (!leaves('}')) {
            var names = new Names();
            do {
                skipBlanks();
                int start = at;
                var name = key();
                if (!names.add(name)) {
                    at = start;
                    throw wrong("a key for the second time");
                }
                members.member(name, value());
            } while (goesOn('}'));
        }
        skipBlanks();
        if (at < to) {
            throw wrong("something behind the value");
        }
    }

    /// The names of one object. A message has a handful, which a look at each finds soonest.
    private static final class Names {
        private final String[] few = new String[8];
        private int count;
        private final Set<String> rest = new HashSet<>(0);

        boolean add(String name) {
            for (int i = 0; i < count; i++) {
                if (few[i].equals(name)) {
                    return false;
                }
            }
            if (count < few.length) {
                few[count++] = name;
                return true;
            }
            return rest.add(name);
        }
    }

    private Json value() throws MalformedJson {
        if (at == to) {
            throw wrong("a value is missing");
        }
        if (++values > mostValues) {
            throw MalformedJson.tooMany(mostValues);
        }
        return switch (bytes[at]) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> new Json.Str(string());
            case 't' -> word("true", Json.Bool.TRUE);
            case 'f' -> word("false", Json.Bool.FALSE);
            case 'n' -> word("null", Json.Null.NULL);
            default -> number();
        };
    }

    private Json.Obj object() throws MalformedJson {
        enter();
        var fields = new LinkedHashMap<String, Json>();
        if (!leaves('}')) {
            do {
                skipBlanks();
                int start = at;
                var name = key();
                if (fields.put(name, value()) != null) {
                    at = start;
                    throw wrong("a key for the second time");
                }
            } while (goesOn('}'));
        }
        return new Json.Obj(fields);
    }

    /// Up to its value.
    private String key() throws MalformedJson {
        if (at == to || bytes[at] != '"') {
            throw wrong("a key is missing");
        }
        var name = name();
        skipBlanks();
        take(':');
        skipBlanks();
        return name;
    }

    private Json.Arr array() throws MalformedJson {
        enter();
        var items = new ArrayList<Json>();
        if (!leaves(']')) {
            do {
                skipBlanks();
                items.add(value());
            } while (goesOn(']'));
        }
        return new Json.Arr(items);
    }

    private void enter() throws MalformedJson {
        if (++depth > JsonText.MAX_DEPTH) {
            throw new MalformedJson("nested deeper than " + JsonText.MAX_DEPTH);
        }
        at++;
    }

    /// Whether the object or array ends before it has begun.
    private boolean leaves(char end) {
        skipBlanks();
        if (at < to && bytes[at] == end) {
            at++;
            depth--;
            return true;
        }
        return false;
    }

    /// Past a comma, true; past the end of the object or array, false.
    private boolean goesOn(char end) throws MalformedJson {
        skipBlanks();
        if (at < to && bytes[at] == ',') {
            at++;
            return true;
        }
        take(end);
        depth--;
        return false;
    }

    private void take(char wanted) throws MalformedJson {
        if (at == to || bytes[at] != wanted) {
            throw wrong("`" + wanted + "` is missing");
        }
        at++;
    }

    private Json word(String word, Json value) throws MalformedJson {
        for (int i = 0; i < word.length(); i++, at++) {
            if (at == to || bytes[at] != word.charAt(i)) {
                throw wrong("no value begins like this");
            }
        }
        return value;
    }

    private void skipBlanks() {
        while (at < to && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\n' || bytes[at] == '\r')) {
            at++;
        }
    }

    private Json.Num number() throws MalformedJson {
        int start = at;
        if (bytes[at] == '-') {
            at++;
        }
        if (at < to && bytes[at] == '0') {
            at++;
        } else {
            digits(start == at ? "no value begins like this" : "a digit is missing");
        }
        if (at < to && bytes[at] == '.') {
            at++;
            digits("a digit is missing behind the point");
        }
        if (at < to && (bytes[at] | 0x20) == 'e') {
            at++;
            if (at < to && (bytes[at] == '+' || bytes[at] == '-')) {
                at++;
            }
            digits("a digit is missing in the exponent");
        }
        return new Json.Num(ascii(start, at));
    }

    private void digits(String otherwise) throws MalformedJson {
        int start = at;
        while (at < to && bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        if (at == start) {
            throw wrong(otherwise);
        }
    }

    private String name() throws MalformedJson {
        int start = at + 1;
        int hash = 0;
        int i = start;
        while (i < to && bytes[i] >= ' ' && bytes[i] != '"' && bytes[i] != '\\') {
            hash = 31 * hash + bytes[i++];
        }
        int length = i - start;
        if (i == to || bytes[i] != '"' || length > LONGEST_KEPT_NAME) {
            return string();
        }
        at = i + 1;
        int slot = hash & (NAMES.length - 1);
        var kept = NAMES[slot];
        // A kept name is ASCII, so that its hash is the one we have just made.
        if (kept == null || kept.hashCode() != hash || !isAt(kept, start, length)) {
            kept = ascii(start, i);
            NAMES[slot] = kept;
        }
        return kept;
    }

    private boolean isAt(String name, int start, int length) {
        if (name.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (name.charAt(i) != bytes[start + i]) {
                return false;
            }
        }
        return true;
    }

    /// Most strings are plain ASCII from quote to quote.
    private String string() throws MalformedJson {
        int start = ++at;
        while (at < to && bytes[at] >= ' ' && bytes[at] != '"' && bytes[at] != '\\') {
            at++;
        }
        if (at < to && bytes[at] == '"') {
            return ascii(start, at++);
        }
        return anyString(start);
    }

    private String anyString(int start) throws MalformedJson {
        boolean escapes = false;
        while (at < to) {
            int b = bytes[at];
            if (b == '"') {
                int end = at++;
                var text = new String(bytes, start, end - start, StandardCharsets.UTF_8);
                return escapes ? unescaped(text) : text;
            }
            if (b == '\\') {
                escapes = true;
                escape();
            } else if (b < 0) {
                at = Utf8.afterSequence(bytes, at, to, from);
            } else if (b < ' ') {
                throw wrong("a control character in a string");
            } else {
                at++;
            }
        }
        throw wrong("a string does not end");
    }

    /// Past one escape. A high surrogate takes its low half along; either alone is no character.
    private void escape() throws MalformedJson {
        int start = at;
        at++;
        if (at == to) {
            throw wrong("a string does not end");
        }
        switch (bytes[at++]) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> {}
            case 'u' -> {
                int unit = hex();
                boolean paired =
                        unit >= 0xD800 && unit <= 0xDBFF && at + 1 < to && bytes[at] == '\\' && bytes[at + 1] == 'u';
                if (paired) {
                    at += 2;
                    int low = hex();
                    paired = low >= 0xDC00 && low <= 0xDFFF;
                }
                if (unit >= 0xD800 && unit <= 0xDFFF && !paired) {
                    at = start;
                    throw wrong("half a character");
                }
            }
            default -> {
                at = start;
                throw wrong("an unknown escape");
            }
        }
    }

    private int hex() throws MalformedJson {
        int unit = 0;
        for (int i = 0; i < 4; i++, at++) {
            int digit = at < to ? Character.digit(bytes[at], 16) : -1;
            if (digit < 0) {
                throw wrong("a hexadecimal digit is missing");
            }
            unit = unit << 4 | digit;
        }
        return unit;
    }

    /// The escapes were checked before.
    private static String unescaped(String text) {
        var plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\') {
                plain.append(c);
                continue;
            }
            char letter = text.charAt(++i);
            plain.append(
                    switch (letter) {
                        case 'b' -> '\b';
                        case 'f' -> '\f';
                        case 'n' -> '\n';
                        case 'r' -> '\r';
                        case 't' -> '\t';
                        case 'u' -> (char) Integer.parseInt(text, i + 1, i + 5, 16);
                        default -> letter;
                    });
            i += letter == 'u' ? 4 : 0;
        }
        return plain.toString();
    }

    private String ascii(int start, int end) {
        return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
    }

    private MalformedJson wrong(String what) {
        return new MalformedJson(what, at - from);
    }
}
