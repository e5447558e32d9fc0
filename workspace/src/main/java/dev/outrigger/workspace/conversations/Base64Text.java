package dev.outrigger.workspace.conversations;

import java.util.Arrays;

/// Base64 in a JSON string, decoded straight to the inside of a JSON string.
///
/// Standard alphabet, padded, and the one spelling only: anything else (or what is no UTF-8 once decoded) was never
/// encoded by anyone. Written for a compiler that neither vectorises nor drops bounds checks.
final class Base64Text {
    private static final int[] FIRST = table(18);
    private static final int[] SECOND = table(12);
    private static final int[] THIRD = table(6);
    private static final int[] FOURTH = table(0);
    private static final int ONES = 0x010101;
    private static final int TOPS = 0x808080;
    /// Three bytes, each `\\u001f`.
    private static final int MOST_PER_GROUP = 18;

    private Base64Text() {}

    private static int[] table(int shift) {
        var table = new int[256];
        Arrays.fill(table, -1);
        var alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        for (int i = 0; i < alphabet.length(); i++) {
            table[alphabet.charAt(i)] = i << shift;
        }
        return table;
    }

    /// Decodes the string that starts at `at`, behind its opening quote. Where its closing quote is, or -1 when it is
    /// no
    /// base64 of UTF-8; then `out` is as it was.
    static int decode(byte[] in, int at, int to, Output out) {
        int mark = out.size;
        int[] first = FIRST;
        int[] second = SECOND;
        int[] third = THIRD;
        int[] fourth = FOURTH;
        out.reserve(MOST_PER_GROUP);
        byte[] bytes = out.bytes;
        int p = mark;
        int i = at;
        boolean ascii = true;
        while (i + 4 <= to) {
            int group =
                    first[in[i] & 0xFF] | second[in[i + 1] & 0xFF] | third[in[i + 2] & 0xFF] | fourth[in[i + 3] & 0xFF];
            if (group < 0) {
                break;
            }
            i += 4;
            if (bytes.length - p < MOST_PER_GROUP) {
                out.size = p;
                out.reserve(MOST_PER_GROUP);
                bytes = out.bytes;
            }
            if (isPlain(group)) {
                bytes[p] = (byte) (group >> 16);
                bytes[p + 1] = (byte) (group >> 8);
                bytes[p + 2] = (byte) group;
                p += 3;
            } else {
                ascii &= (group & TOPS) == 0;
                p = escape(bytes, p, group >> 16);
                p = escape(bytes, p, group >> 8 & 0xFF);
                p = escape(bytes, p, group & 0xFF);
            }
        }
        out.size = p;
        int end = last(in, i, to, out);
        for (int k = p; k < out.size; k++) {
            ascii &= out.bytes[k] >= 0;
        }
        if (end < 0 || !(ascii || Utf8.valid(out.bytes, mark, out.size))) {
            out.size = mark;
            return -1;
        }
        return end;
    }

    /// No byte of the three below 0x20, above 0x7f, a quote or a backslash.
    private static boolean isPlain(int group) {
        int quote = group ^ '"' * ONES;
        int backslash = group ^ '\\' * ONES;
        int odd = group | (group - ' ' * ONES) | (quote - ONES & ~quote) | (backslash - ONES & ~backslash);
        return (odd & (TOPS | 0x80000000)) == 0;
    }

    /// The closing quote, or a padded group and then the quote.
    private static int last(byte[] in, int at, int to, Output out) {
        if (at < to && in[at] == '"') {
            return at;
        }
        if (at + 5 > to || in[at + 3] != '=' || in[at + 4] != '"') {
            return -1;
        }
        boolean one = in[at + 2] == '=';
        int group = FIRST[in[at] & 0xFF] | SECOND[in[at + 1] & 0xFF] | (one ? 0 : THIRD[in[at + 2] & 0xFF]);
        if (group < 0 || (group & (one ? 0xFFFF : 0xFF)) != 0) {
            return -1;
        }
        out.reserve(MOST_PER_GROUP);
        out.size = escape(out.bytes, out.size, group >> 16);
        if (!one) {
            out.size = escape(out.bytes, out.size, group >> 8 & 0xFF);
        }
        return at + 4;
    }

    private static int escape(byte[] out, int at, int b) {
        int p = at;
        if (b >= ' ' && b != '"' && b != '\\') {
            out[p] = (byte) b;
            return p + 1;
        }
        out[p++] = '\\';
        switch (b) {
            case '"', '\\' -> out[p++] = (byte) b;
            case '\n' -> out[p++] = 'n';
            case '\t' -> out[p++] = 't';
            case '\r' -> out[p++] = 'r';
            case '\b' -> out[p++] = 'b';
            case '\f' -> out[p++] = 'f';
            default -> {
                out[p++] = 'u';
                out[p++] = '0';
                out[p++] = '0';
                out[p++] = (byte) Character.forDigit(b >> 4, 16);
                out[p++] = (byte) Character.forDigit(b & 15, 16);
            }
        }
        return p;
    }
}
