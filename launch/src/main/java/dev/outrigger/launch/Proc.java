package dev.outrigger.launch;

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
        var bytes = read("/proc/" + pid + "/stat", new byte[1024]);
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
        return read("/proc/" + pid + "/environ", new byte[8192]);
    }

    /// A first line, trimmed; empty when there is none.
    static String line(String file) {
        var bytes = read(file, new byte[512]);
        var text = new String(bytes, StandardCharsets.ISO_8859_1);
        int end = text.indexOf('\n');
        return (end < 0 ? text : text.substring(0, end)).strip();
    }

    private static byte[] read(String file, byte[] buffer) {
        try (var in = new FileInputStream(file)) {
            int length = 0;
            for (int n = in.read(buffer, 0, buffer.length);
                    n > 0;
                    n = in.read(buffer, length, buffer.length - length)) {
                length += n;
                if (length == buffer.length) {
                    if (length >= MOST_BYTES) {
                        break;
                    }
                    buffer = Arrays.copyOf(buffer, 2 * length);
                }
            }
            return Arrays.copyOf(buffer, length);
        } catch (IOException _) {
            return new byte[0];
        }
    }
}
