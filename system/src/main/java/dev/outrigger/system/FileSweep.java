package dev.outrigger.system;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/// The status of many files below one folder, asked for, and compared, in one loop in C: Java's own way takes three
/// times as long, and
/// ten times while it is not compiled yet. Where the library was not built, Java's own way it is.
///
/// Not through foreign functions: linking the first one takes 33 ms, and each call is slow until it is compiled.
public final class FileSweep {
    private static final int LONGEST_SUFFIX = 32;
    private static final String WANTED = "unix:mode,size,ino,dev,lastModifiedTime,ctime";
    private static final boolean LOADED = load();

    private FileSweep() {}

    private static boolean load() {
        var library = NativeCode.folder().resolve("libfilesweep.so");
        if (!Files.isRegularFile(library)) {
            return false;
        }
        try {
            System.load(library.toAbsolutePath().toString());
            return true;
        } catch (UnsatisfiedLinkError _) {
            // Made for another machine.
            return false;
        }
    }

    private static native boolean sweep(byte[] folder, byte[] names, byte[] suffixes, int each, long[] to);

    /// Of `<folder>/<name><suffix>`, for each name and for each suffix: [FileStatus#LONGS] numbers each. A name that
    /// the kernel would not understand is no file.
    public static long[] of(Path folder, List<String> names, List<String> suffixes) {
        var text = new StringBuilder(16 * names.size());
        for (var name : names) {
            text.append(name).append('\0');
        }
        return of(folder, text.toString().getBytes(StandardCharsets.UTF_8), names.size(), suffixes);
    }

    /// The same with names that have a zero byte behind each.
    public static long[] of(Path folder, byte[] names, int count, List<String> suffixes) {
        for (var suffix : suffixes) {
            if (suffix.length() >= LONGEST_SUFFIX) {
                throw new IllegalArgumentException("a suffix is longer than " + LONGEST_SUFFIX);
            }
        }
        var to = new long[Math.multiplyExact(count, suffixes.size() * FileStatus.LONGS)];
        if (LOADED
                && sweep(
                        terminated(folder.toString()),
                        names,
                        terminated(String.join("\0", suffixes)),
                        suffixes.size(),
                        to)) {
            return to;
        }
        return inJava(folder, names, count, suffixes);
    }

    private static native boolean same(byte[] kept, int from, long[] numbers);

    /// Whether the numbers are what was kept of them, as this machine writes numbers. In C as well: a hundred thousand
    /// of them take Java 8 ms as long as it is not compiled.
    public static boolean isAsKept(byte[] kept, int from, long[] numbers) {
        if (from < 0 || from > kept.length || numbers.length > (kept.length - from) / Long.BYTES) {
            return false;
        }
        return LOADED ? same(kept, from, numbers) : sameInJava(kept, from, numbers);
    }

    static boolean sameInJava(byte[] kept, int from, long[] numbers) {
        var then = ByteBuffer.wrap(kept, from, numbers.length * Long.BYTES).order(ByteOrder.nativeOrder());
        return then.asLongBuffer().equals(LongBuffer.wrap(numbers));
    }

    /// Of one file.
    public static FileStatus of(Path file) {
        var to = new long[FileStatus.LONGS];
        var parent = file.getParent();
        var name = file.getFileName();
        if (!LOADED
                || parent == null
                || name == null
                || !isPlain(file.toString())
                || !sweep(terminated(parent.toString()), terminated(name.toString()), terminated(""), 1, to)) {
            one(file, to, 0);
        }
        return FileStatus.at(to, 0);
    }

    /// Of letters that mean the same to Java, to C and to the kernel, whatever the locale.
    private static boolean isPlain(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) >= 0x7F) {
                return false;
            }
        }
        return true;
    }

    private static byte[] terminated(String text) {
        return (text + '\0').getBytes(StandardCharsets.UTF_8);
    }

    static long[] inJava(Path folder, byte[] names, int count, List<String> suffixes) {
        var to = new long[count * suffixes.size() * FileStatus.LONGS];
        int at = 0;
        int from = 0;
        for (int i = 0; i < count; i++) {
            int end = from;
            while (end < names.length && names[end] != 0) {
                end++;
            }
            var name = new String(names, from, end - from, StandardCharsets.UTF_8);
            from = end + 1;
            for (var suffix : suffixes) {
                one(folder.resolve(name + suffix), to, at);
                at += FileStatus.LONGS;
            }
        }
        return to;
    }

    private static void one(Path file, long[] to, int at) {
        try {
            Map<String, Object> said = Files.readAttributes(file, WANTED, LinkOption.NOFOLLOW_LINKS);
            long device = number(said, "dev");
            long major = ((device >> 8) & 0xFFF) | ((device >> 32) & 0xFFFFF000L);
            long minor = (device & 0xFF) | ((device >> 12) & 0xFFFFF00L);
            to[at] = (major << 36) | (minor << 16) | (number(said, "mode") & 0170000);
            to[at + 1] = number(said, "size");
            to[at + 2] = number(said, "ino");
            to[at + 3] = nanoseconds(said, "lastModifiedTime");
            to[at + 4] = nanoseconds(said, "ctime");
        } catch (IOException e) {
            to[at] = -errorNumber(e);
        }
    }

    private static long number(Map<String, Object> said, String name) {
        return ((Number) Objects.requireNonNull(said.get(name))).longValue();
    }

    private static long nanoseconds(Map<String, Object> said, String name) {
        // Not `to`, which holds fast at the ends of what fits: as the C does it.
        var instant = ((FileTime) Objects.requireNonNull(said.get(name))).toInstant();
        return instant.getEpochSecond() * TimeUnit.SECONDS.toNanos(1) + instant.getNano();
    }

    /// Java keeps the number to itself.
    private static int errorNumber(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> 2;
            case AccessDeniedException _ -> 13;
            default -> 5;
        };
    }
}
