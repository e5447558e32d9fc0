package dev.outrigger.wire;

/// What the parser behind [JsonText] lets pass and we do not: ill-formed UTF-8, control characters, and escapes that
/// make half a character.
final class Utf8 {
    private Utf8() {}

    static void check(byte[] bytes, int from, int to) throws MalformedJson {
        int i = from;
        while (i < to) {
            int b = bytes[i];
            if (b > '\\' || (b >= ' ' && b != '\\')) {
                i++;
            } else if (b == '\\') {
                i = afterEscape(bytes, i, to, from);
            } else if (b < 0) {
                i = afterSequence(bytes, i, to, from);
            } else if (b == '\t' || b == '\r' || b == '\n') {
                i++;
            } else {
                throw new MalformedJson("control character 0x%02x at byte %d".formatted(b, i - from));
            }
        }
    }

    /// Past one escape. A high surrogate takes its low half along; either alone is no character. Whether the
    /// escape is a known one at all is for the parser to say.
    private static int afterEscape(byte[] bytes, int at, int to, int from) throws MalformedJson {
        int unit = escapedUnit(bytes, at, to);
        if (unit < 0xD800 || unit > 0xDFFF) {
            return Math.min(at + 2, to);
        }
        int low = unit <= 0xDBFF ? escapedUnit(bytes, at + 6, to) : -1;
        if (low < 0xDC00 || low > 0xDFFF) {
            throw new MalformedJson("lone surrogate \\u%04x at byte %d".formatted(unit, at - from));
        }
        return at + 12;
    }

    /// The value of `\\uXXXX` at this place, or -1 when there is none.
    private static int escapedUnit(byte[] bytes, int at, int to) {
        if (at + 6 > to || bytes[at] != '\\' || bytes[at + 1] != 'u') {
            return -1;
        }
        int unit = 0;
        for (int i = at + 2; i < at + 6; i++) {
            int digit = Character.digit(bytes[i], 16);
            if (digit < 0) {
                return -1;
            }
            unit = unit << 4 | digit;
        }
        return unit;
    }

    /// Past one multi-byte sequence: shortest form only, no surrogates, nothing above U+10FFFF.
    private static int afterSequence(byte[] bytes, int at, int to, int from) throws MalformedJson {
        int lead = bytes[at] & 0xFF;
        int length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
        boolean well = length > 0 && at + length <= to;
        for (int i = at + 1; well && i < at + length; i++) {
            well = (bytes[i] & 0xC0) == 0x80;
        }
        if (well && length > 2) {
            int second = bytes[at + 1] & 0xFF;
            well = switch (lead) {
                case 0xE0 -> second >= 0xA0;
                case 0xED -> second < 0xA0;
                case 0xF0 -> second >= 0x90;
                case 0xF4 -> second < 0x90;
                default -> true;
            };
        }
        if (!well) {
            throw new MalformedJson("invalid UTF-8 at byte " + (at - from));
        }
        return at + length;
    }
}
