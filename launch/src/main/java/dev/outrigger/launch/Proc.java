package dev.outrigger.launch;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// Reads what Linux tells of its processes under /proc. A process may vanish, or not be ours to read, at any moment:
/// then
/// there is nothing to tell.
final class Proc {
    /// No environment that the kernel accepts is longer in practice, and a stray is worth no more memory.
    private static final int MOST_BYTES = 8 << 20;

    record Stat(long pid, char state, long parent, long group, long session, long startTicks) {
        boolean dead() {
            return state == 'Z' || state == 'X';
        }
    }

    private Proc() {}

    static Optional<Stat> stat(long pid) {
        var bytes = read("/proc/" + pid + "/stat");
        return bytes.length == 0 ? Optional.empty() : parse(pid, new String(bytes, StandardCharsets.ISO_8859_1));
    }

    /// The name in parentheses may itself hold spaces and parentheses, so that counting starts behind the last one.
    static Optional<Stat> parse(long pid, String line) {
        int at = line.lastIndexOf(')') + 2;
        if (at < 2 || at >= line.length()) {
            return Optional.empty();
        }
        char state = line.charAt(at);
        long[] numbers = new long[20];
        int count = 0;
        for (int i = at + 2; i < line.length() && count < numbers.length; count++) {
            int end = line.indexOf(' ', i);
            end = end < 0 ? line.length() : end;
            try {
                numbers[count] = Long.parseLong(line, i, end, 10);
            } catch (NumberFormatException _) {
                numbers[count] = 0;
            }
            i = end + 1;
        }
        return count < 19
                ? Optional.empty()
                : Optional.of(new Stat(pid, state, numbers[0], numbers[1], numbers[2], numbers[18]));
    }

    static byte[] environment(long pid) {
        return read("/proc/" + pid + "/environ");
    }

    /// A first line, trimmed; empty when there is none.
    static String line(String file) {
        var bytes = read(file);
        var text = new String(bytes, StandardCharsets.ISO_8859_1);
        int end = text.indexOf('\n');
        return (end < 0 ? text : text.substring(0, end)).strip();
    }

    /// Nothing when it cannot be read.
    static byte[] read(String file) {
        if (!new File(file).exists()) {
            return new byte[0];
        }
        var buffer = new byte[4096];
        try (var in = new FileInputStream(file)) {
            int length = 0;
            for (int n = in.read(buffer); n > 0; n = in.read(buffer, length, buffer.length - length)) {
                length += n;
                if (length == MOST_BYTES) {
                    break;
                }
                if (length == buffer.length) {
                    buffer = Arrays.copyOf(buffer, Math.min(2 * length, MOST_BYTES));
                }
            }
            return Arrays.copyOf(buffer, length);
        } catch (IOException _) {
            return new byte[0];
        }
    }
}
