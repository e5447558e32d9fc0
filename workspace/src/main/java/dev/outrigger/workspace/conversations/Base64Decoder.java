package dev.outrigger.workspace.conversations;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;

/// Base64 in a JSON string, decoded to the inside of a JSON string.
///
/// Standard alphabet, padded, and the one spelling only: anything else (or what is no UTF-8 once decoded) was never
/// encoded by anyone.
final class Base64Decoder {
    private static final int LONGEST_ESCAPE = 6;

    private Base64Decoder() {}

    /// Decodes the string that starts at `at`, behind its opening quote. Where its closing quote is, or -1 when it is
    /// no base64 of UTF-8; then `out` is as it was.
    static int decode(byte[] in, int at, int to, ByteOutput out) {
        int end = at;
        while (end < to && in[end] != '"') {
            end++;
        }
        if (end == to || (end - at) % 4 != 0) {
            return -1;
        }
        ByteBuffer decoded;
        try {
            decoded = Base64.getDecoder().decode(ByteBuffer.wrap(in, at, end - at));
        } catch (IllegalArgumentException _) {
            return -1;
        }
        var text = decoded.array();
        int length = decoded.limit();
        if (!isOnlySpelling(text, length, in, end) || !Utf8Check.valid(text, 0, length)) {
            return -1;
        }
        escaped(text, length, out);
        return end;
    }

    /// The last group has bits that belong to no byte; the JDK takes them as they come, and they are always zero.
    private static boolean isOnlySpelling(byte[] text, int length, byte[] in, int end) {
        int rest = length % 3;
        if (rest == 0) {
            return true;
        }
        var group = Base64.getEncoder().encode(Arrays.copyOfRange(text, length - rest, length));
        return Arrays.equals(group, 0, 4, in, end - 4, end);
    }

    private static void escaped(byte[] text, int length, ByteOutput out) {
        int plain = 0;
        for (int i = 0; i < length; i++) {
            int b = text[i];
            if (b >= 0 && (b < ' ' || b == '"' || b == '\\')) {
                out.copy(text, plain, i);
                plain = i + 1;
                out.reserve(LONGEST_ESCAPE);
                out.size = escape(out.bytes, out.size, b);
            }
        }
        out.copy(text, plain, length);
    }

    private static int escape(byte[] out, int at, int b) {
        int p = at;
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
