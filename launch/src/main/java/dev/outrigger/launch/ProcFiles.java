package dev.outrigger.launch;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// Reads what Linux tells of its processes under /proc. A process may vanish, or not be ours to read, at any moment:
/// then there is nothing to tell.
final class ProcFiles {
    /// No environment that the kernel accepts is longer in practice, and a stray is worth no more memory.
    private static final int MOST_BYTES = 8 << 20;

    /// proc(5) numbers the fields of `stat` from 1; the first that is a number behind the name is the fourth.
    private static final int FIRST_NUMBER = 4;

    private static final long KERNEL_THREAD = 0x0020_0000;

    /// Stands in `stat` instead of an address that we may not know.
    private static final long NOT_FOR_US = 1;

    /// `kernel` is one of the kernel's own threads. The last three say where in memory its code and its environment
    /// are. While a process replaces itself by another program, the kernel sets the code last; until then it is 0.
    record Stat(
            long pid,
            char state,
            long group,
            long session,
            boolean kernel,
            long startTicks,
            long code,
            long environmentFrom,
            long environmentTo) {
        boolean dead() {
            return state == 'Z' || state == 'X';
        }

        /// For one whose environment could not be seen: it will be, or else the process be dead, in a moment. Others
        /// are the kernel's, someone else's, or have no variables at all.
        boolean changing() {
            boolean none = code != 0 && environmentFrom == environmentTo;
            return !kernel && code != NOT_FOR_US && !none;
        }
    }

    private ProcFiles() {}

    static Optional<Stat> stat(long pid) {
        var bytes = read("/proc/" + pid + "/stat");
        return bytes.isEmpty() ? Optional.empty() : parse(pid, new String(bytes.get(), StandardCharsets.ISO_8859_1));
    }

    /// The name in parentheses may itself hold spaces and parentheses, so that counting starts behind the last one.
    static Optional<Stat> parse(long pid, String line) {
        int at = line.lastIndexOf(')') + 2;
        if (at < 2 || at >= line.length()) {
            return Optional.empty();
        }
        long[] numbers = new long[52];
        int count = FIRST_NUMBER;
        for (int i = at + 2; i < line.length() && count < numbers.length; count++) {
            int end = line.indexOf(' ', i);
            end = end < 0 ? line.length() : end;
            try {
                numbers[count] = Long.parseLong(line, i, end, 10);
            } catch (NumberFormatException _) {
                // An unsigned number that is too large, none of which we use.
                numbers[count] = 0;
            }
            i = end + 1;
        }
        return count <= 22
                ? Optional.empty()
                : Optional.of(new Stat(
                        pid,
                        line.charAt(at),
                        numbers[5],
                        numbers[6],
                        (numbers[9] & KERNEL_THREAD) != 0,
                        numbers[22],
                        numbers[26],
                        numbers[50],
                        numbers[51]));
    }

    /// Empty, not absent, also for a moment while the process replaces itself by another program.
    static Optional<byte[]> environment(long pid) {
        return read("/proc/" + pid + "/environ");
    }

    /// A first line, trimmed; empty when there is none.
    static String line(String file) {
        var text = text(file);
        int end = text.indexOf('\n');
        return (end < 0 ? text : text.substring(0, end)).strip();
    }

    /// All of it; empty when it cannot be read.
    static String text(String file) {
        var bytes = read(file);
        return bytes.isEmpty() ? "" : new String(bytes.get(), StandardCharsets.ISO_8859_1);
    }

    /// Absent when it cannot be opened. Empty when it cannot be read to its end, as happens when its process changes.
    private static Optional<byte[]> read(String file) {
        if (!new File(file).exists()) {
            return Optional.empty();
        }
        var buffer = new byte[4096];
        int length = 0;
        try (var in = new FileInputStream(file)) {
            try {
                for (int n = in.read(buffer); n > 0; n = in.read(buffer, length, buffer.length - length)) {
                    length += n;
                    if (length == MOST_BYTES) {
                        break;
                    }
                    if (length == buffer.length) {
                        buffer = Arrays.copyOf(buffer, Math.min(2 * length, MOST_BYTES));
                    }
                }
            } catch (IOException _) {
                // Its process ended while it was read.
                return Optional.of(new byte[0]);
            }
            return Optional.of(Arrays.copyOf(buffer, length));
        } catch (IOException _) {
            // Its process is gone, or another user's.
            return Optional.empty();
        }
    }
}
