package dev.outrigger.workspace.conversations;

import java.util.Arrays;

/// Base64 in a JSON string, decoded straight to the inside of a JSON string.
///
/// Standard alphabet, padded, and the one spelling only: anything else (or what is no UTF-8 once decoded) was never
/// encoded by anyone. Written for a compiler that neither vectorises nor drops bounds checks.
final class Base64Decoder {
    /// Two characters to twelve bits, -1 when either is none of the alphabet.
    private static final short[] PAIRS = pairs();

    private static final int ONES = 0x010101;
    private static final int TOPS = 0x808080;
    private static final int SPACES = 0x202020;
    private static final int QUOTES = 0x222222;
    private static final int BACKSLASHES = 0x5c5c5c;
    /// Three bytes, each `\\u001f`.
    private static final int MOST_PER_GROUP = 18;

    private Base64Decoder() {}

    private static short[] pairs() {
        var pairs = new short[1 << 16];
        Arrays.fill(pairs, (short) -1);
        var alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        for (int first = 0; first < 64; first++) {
            for (int second = 0; second < 64; second++) {
                pairs[alphabet.charAt(first) << 8 | alphabet.charAt(second)] = (short) (first << 6 | second);
            }
        }
        return pairs;
    }

    /// Decodes the string that starts at `at`, behind its opening quote. Where its closing quote is, or -1 when it is
    /// no base64 of UTF-8; then `out` is as it was.
    static int decode(byte[] in, int at, int to, ByteOutput out) {
        int mark = out.size;
        boolean ascii = true;
        int i = at;
        while (true) {
            out.reserve(MOST_PER_GROUP);
            int plain = plainGroups(in, i, to, out.bytes, out.size);
            i += 4 * plain;
            out.size += 3 * plain;
            int group = i + 4 <= to ? group(in, i) : -1;
            if (group < 0) {
                break;
            }
            out.reserve(MOST_PER_GROUP);
            ascii &= (group & TOPS) == 0;
            out.size = escape(out.bytes, out.size, group >> 16);
            out.size = escape(out.bytes, out.size, group >> 8 & 0xFF);
            out.size = escape(out.bytes, out.size, group & 0xFF);
            i += 4;
        }
        int body = out.size;
        int end = last(in, i, to, out);
        for (int k = body; k < out.size; k++) {
            ascii &= out.bytes[k] >= 0;
        }
        if (end < 0 || !(ascii || Utf8Check.valid(out.bytes, mark, out.size))) {
            out.size = mark;
            return -1;
        }
        return end;
    }

    /// How many groups from here on are, decoded, three characters that need no escaping (none below 0x20 or above
    /// 0x7f, no quote, no backslash), as far as there is room. One loop with few variables and no calls: that is
    /// twice as fast as anything more elegant.
    private static int plainGroups(byte[] in, int from, int to, byte[] out, int at) {
        short[] pairs = PAIRS;
        int groups = Math.min((to - from) / 4, (out.length - at) / 3);
        int end = from + 4 * groups;
        int p = at;
        for (int i = from; i < end; i += 4) {
            int group = pairs[(in[i] << 8 | in[i + 1]) & 0xFFFF] << 12 | pairs[(in[i + 2] << 8 | in[i + 3]) & 0xFFFF];
            int quote = group ^ QUOTES;
            int backslash = group ^ BACKSLASHES;
            int odd = group | (group - SPACES) | (quote - ONES & ~quote) | (backslash - ONES & ~backslash);
            if ((odd & (TOPS | 0x80000000)) != 0) {
                return (i - from) / 4;
            }
            out[p] = (byte) (group >> 16);
            out[p + 1] = (byte) (group >> 8);
            out[p + 2] = (byte) group;
            p += 3;
        }
        return groups;
    }

    private static int group(byte[] in, int i) {
        return pair(in[i], in[i + 1]) << 12 | pair(in[i + 2], in[i + 3]);
    }

    private static int pair(byte first, byte second) {
        return PAIRS[(first << 8 | second) & 0xFFFF];
    }

    /// The closing quote, or a padded group and then the quote.
    private static int last(byte[] in, int at, int to, ByteOutput out) {
        if (at < to && in[at] == '"') {
            return at;
        }
        if (at + 5 > to || in[at + 3] != '=' || in[at + 4] != '"') {
            return -1;
        }
        boolean one = in[at + 2] == '=';
        int group = pair(in[at], in[at + 1]) << 12 | pair(one ? (byte) 'A' : in[at + 2], (byte) 'A');
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
