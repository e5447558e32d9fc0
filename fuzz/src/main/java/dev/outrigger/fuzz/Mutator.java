package dev.outrigger.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/// Damages bytes, in the ways in which readers are usually wrong. What it makes depends on the random numbers alone.
final class Mutator {
    private static final long[] EXTREMES = {
        0,
        1,
        -1,
        0x7F,
        0x80,
        0xFF,
        0x7FFF,
        0x8000,
        0xFFFF,
        0x7FFF_FFFF,
        0x8000_0000L,
        0xFFFF_FFFFL,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        1 << 16,
        1 << 20,
        1 << 26,
        1 << 30
    };

    /// Words that every language of ours has an opinion on.
    private static final List<String> COMMON = List.of(
            "null",
            "true",
            "0",
            "-0",
            "-1",
            "1e999999999",
            "1e-999999999",
            "9223372036854775807",
            "9223372036854775808",
            "2147483648",
            "0.1",
            "NaN",
            "\"\"",
            "\"a\"",
            "{}",
            "[]",
            "[[",
            "]]",
            "{\"\":",
            "\\u0000",
            "\\ud800",
            "\\",
            "\"",
            "'",
            "\n",
            "\r\n",
            "\r",
            "\t",
            "\0",
            "\u001b[",
            "\u007f",
            "\u0085",
            "\u202e",
            "\u2028",
            "\ufeff",
            "é",
            "\uD83D\uDE00",
            "../",
            "/",
            "//",
            ".",
            ":",
            "=",
            ",",
            "#",
            "%n%s",
            "$0");

    private final RandomGenerator random;
    private final byte[][] words;
    private final int longest;

    Mutator(RandomGenerator random, List<String> words, int longest) {
        this.random = random;
        this.longest = longest;
        this.words = new byte[COMMON.size() + 2 * words.size()][];
        int at = 0;
        for (var word : COMMON) {
            this.words[at++] = word.getBytes(StandardCharsets.UTF_8);
        }
        // The target's own count twice.
        for (int i = 0; i < 2; i++) {
            for (var word : words) {
                this.words[at++] = word.getBytes(StandardCharsets.UTF_8);
            }
        }
    }

    /// `other` is what parts may be taken from.
    byte[] mutated(byte[] input, byte[] other) {
        var bytes = input;
        int steps = 1 + Math.min(random.nextInt(8), random.nextInt(8));
        for (int i = 0; i < steps; i++) {
            bytes = step(bytes, other);
        }
        return bytes.length > longest ? Arrays.copyOf(bytes, longest) : bytes;
    }

    private byte[] step(byte[] in, byte[] other) {
        if (in.length == 0) {
            return word();
        }
        return switch (random.nextInt(16)) {
            case 0 -> flipped(in);
            case 1 -> with(in, at(in), 1, new byte[] {(byte) random.nextInt(256)});
            case 2 -> number(in);
            case 3 -> with(in, at(in), span(in), new byte[0]);
            case 4 -> Arrays.copyOf(in, at(in));
            case 5, 6 -> with(in, at(in), 0, word());
            case 7, 8 -> replacedToken(in, word());
            case 9 -> replacedToken(in, token(other));
            case 10 -> with(in, at(in), random.nextBoolean() ? span(in) : 0, part(other));
            case 11 -> crossed(in, other);
            case 12 -> repeated(in);
            case 13 -> nested(in);
            case 14 -> swapped(in);
            default -> withoutToken(in);
        };
    }

    private byte[] flipped(byte[] in) {
        var out = in.clone();
        out[at(in)] ^= (byte) (1 << random.nextInt(8));
        return out;
    }

    /// A field of some width, or digits of a text, set to an extreme.
    private byte[] number(byte[] in) {
        long value = EXTREMES[random.nextInt(EXTREMES.length)];
        if (random.nextInt(3) == 0) {
            return replacedToken(in, Long.toString(value).getBytes(StandardCharsets.US_ASCII));
        }
        int width = 1 << random.nextInt(4);
        var field = ByteBuffer.allocate(8)
                .order(random.nextBoolean() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN)
                .putLong(width < 8 && random.nextBoolean() ? value << (64 - 8 * width) : value);
        int at = random.nextBoolean() ? at(in) : at(in) / width * width;
        return with(in, at, width, Arrays.copyOf(field.array(), width));
    }

    private byte[] crossed(byte[] in, byte[] other) {
        return other.length == 0
                ? in
                : join(Arrays.copyOf(in, at(in)), Arrays.copyOfRange(other, at(other), other.length));
    }

    /// Mostly a few times; now and then so often that what takes the square of it is seen.
    private byte[] repeated(byte[] in) {
        int from = at(in);
        int length = span(in);
        if (random.nextBoolean()) {
            var starts = WordStarts.of(in);
            int token = random.nextInt(starts.length - 1);
            from = starts[token];
            length = starts[Math.min(starts.length - 1, token + 1 + random.nextInt(8))] - from;
        }
        int times = random.nextInt(64) == 0 ? longest : 1 + random.nextInt(8);
        int room = Math.max(0, longest - in.length);
        var part = Arrays.copyOfRange(in, from, Math.min(in.length, from + length));
        if (part.length == 0) {
            return in;
        }
        var out = new ByteArrayOutputStream();
        for (int i = 0; i < times && out.size() + part.length <= room; i++) {
            out.writeBytes(part);
        }
        return with(in, from, 0, out.toByteArray());
    }

    private static final String[][] BRACKETS = {
        {"[", "]"}, {"{\"a\":", "}"}, {"(", ")"}, {"a.", ""}, {"- ", ""}, {"[{\"a\":", "}]"}
    };

    private byte[] nested(byte[] in) {
        var pair = BRACKETS[random.nextInt(BRACKETS.length)];
        int deep = random.nextInt(16) == 0 ? 5_000 : 1 + random.nextInt(200);
        var starts = WordStarts.of(in);
        int token = random.nextInt(starts.length - 1);
        var core = Arrays.copyOfRange(in, starts[token], starts[token + 1]);
        var open = pair[0].repeat(deep).getBytes(StandardCharsets.US_ASCII);
        var close = pair[1].repeat(random.nextInt(8) == 0 ? deep - 1 : deep).getBytes(StandardCharsets.US_ASCII);
        return with(in, starts[token], core.length, join(join(open, core), close));
    }

    private byte[] swapped(byte[] in) {
        var starts = WordStarts.of(in);
        int one = random.nextInt(starts.length - 1);
        int two = random.nextInt(starts.length - 1);
        var first = Arrays.copyOfRange(in, starts[Math.min(one, two)], starts[Math.min(one, two) + 1]);
        var second = Arrays.copyOfRange(in, starts[Math.max(one, two)], starts[Math.max(one, two) + 1]);
        return one == two
                ? in
                : with(
                        with(in, starts[Math.max(one, two)], second.length, first),
                        starts[Math.min(one, two)],
                        first.length,
                        second);
    }

    private byte[] withoutToken(byte[] in) {
        return replacedToken(in, new byte[0]);
    }

    private byte[] replacedToken(byte[] in, byte[] by) {
        var starts = WordStarts.of(in);
        int token = random.nextInt(starts.length - 1);
        return with(in, starts[token], starts[token + 1] - starts[token], by);
    }

    private byte[] token(byte[] from) {
        if (from.length == 0) {
            return from;
        }
        var starts = WordStarts.of(from);
        int token = random.nextInt(starts.length - 1);
        return Arrays.copyOfRange(from, starts[token], starts[token + 1]);
    }

    private byte[] part(byte[] from) {
        if (from.length == 0) {
            return from;
        }
        int at = at(from);
        return Arrays.copyOfRange(from, at, Math.min(from.length, at + span(from)));
    }

    private byte[] word() {
        return words[random.nextInt(words.length)];
    }

    private int at(byte[] in) {
        return random.nextInt(in.length);
    }

    private int span(byte[] in) {
        return 1 + random.nextInt(Math.min(in.length, random.nextInt(4) == 0 ? 256 : 8));
    }

    private static byte[] with(byte[] in, int at, int length, byte[] by) {
        int end = Math.min(in.length, at + length);
        var out = Arrays.copyOf(in, in.length - (end - at) + by.length);
        System.arraycopy(by, 0, out, at, by.length);
        System.arraycopy(in, end, out, at + by.length, in.length - end);
        return out;
    }

    private static byte[] join(byte[] one, byte[] two) {
        var out = Arrays.copyOf(one, one.length + two.length);
        System.arraycopy(two, 0, out, one.length, two.length);
        return out;
    }
}
