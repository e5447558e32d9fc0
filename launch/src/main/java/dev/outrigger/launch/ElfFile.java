package dev.outrigger.launch;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// Linux's binary format, as far as it decides whether this machine can run a file.
final class ElfFile {
    private static final int EXECUTABLE = 2;
    private static final int SHARED = 3;
    private static final int PT_INTERP = 3;
    private static final int LONGEST_PATH = 4096;

    /// The kernel takes no larger table of segments.
    private static final int LARGEST_TABLE = 1 << 16;

    private ElfFile() {}

    static boolean is(byte[] head, int length) {
        return length >= 4 && head[0] == 0x7F && head[1] == 'E' && head[2] == 'L' && head[3] == 'F';
    }

    static Optional<CannotStart> problem(Path file, byte[] head, int length) {
        var arch = System.getProperty("os.arch");
        boolean wide = length > 4 && head[4] == 2;
        if (length < (wide ? 64 : 52)) {
            return Optional.of(new CannotStart.WrongArchitecture(file, "a program that was cut off", arch));
        }
        boolean little = head[5] == 1;
        int type = number(head, 16, 2, little);
        int machine = number(head, 18, 2, little);
        if (!runs(arch, machine, little)) {
            return Binfmt.claims(file, head, length)
                    ? Optional.empty()
                    : Optional.of(new CannotStart.WrongArchitecture(file, "a program for " + name(machine), arch));
        }
        if (type != EXECUTABLE && type != SHARED) {
            return Optional.of(new CannotStart.WrongArchitecture(file, "an object or core file, no program", arch));
        }
        return loader(file, head, length, wide, little);
    }

    /// A 64-bit kernel usually runs its 32-bit sibling's programs too; whether this one does, exec will tell.
    private static boolean runs(String arch, int machine, boolean little) {
        return switch (arch) {
            case "amd64", "x86_64" -> little && (machine == 62 || machine == 3);
            case "aarch64" -> little && (machine == 183 || machine == 40);
            case "riscv64" -> little && machine == 243;
            case "ppc64le" -> little && machine == 21;
            case "s390x" -> !little && machine == 22;
            default -> true;
        };
    }

    private static String name(int machine) {
        return switch (machine) {
            case 3 -> "i386";
            case 8 -> "mips";
            case 20 -> "ppc";
            case 21 -> "ppc64";
            case 22 -> "s390x";
            case 40 -> "arm";
            case 62 -> "amd64";
            case 183 -> "aarch64";
            case 243 -> "riscv";
            case 258 -> "loongarch";
            default -> "a processor we do not know (ELF machine " + machine + ")";
        };
    }

    private static Optional<CannotStart> loader(Path file, byte[] head, int length, boolean wide, boolean little) {
        long table = offset(head, wide ? 32 : 28, wide, little);
        int entry = number(head, wide ? 54 : 42, 2, little);
        int entries = number(head, wide ? 56 : 44, 2, little);
        long size = (long) entry * entries;
        if (entry != (wide ? 56 : 32) || size > LARGEST_TABLE) {
            // The kernel takes no other; exec will say so.
            return Optional.empty();
        }
        var headers = slice(file, head, length, table, size);
        for (int at = 0; at + entry <= headers.length; at += entry) {
            if (number(headers, at, 4, little) == PT_INTERP) {
                long from = offset(headers, at + (wide ? 8 : 4), wide, little);
                long named = offset(headers, at + (wide ? 32 : 16), wide, little);
                var path = text(slice(file, head, length, from, Math.min(named, LONGEST_PATH)));
                if (!path.isEmpty() && !new File(path).exists()) {
                    return Optional.of(new CannotStart.MissingLoader(file, path));
                }
            }
        }
        return Optional.empty();
    }

    /// Bytes of the file, from what was read already where they are; fewer, or none, where the file ends before, and
    /// none where there are more than a header can have.
    private static byte[] slice(Path file, byte[] head, int length, long from, long size) {
        if (from < 0 || size <= 0 || size > LARGEST_TABLE || from + size < 0) {
            return new byte[0];
        }
        if (from + size <= length) {
            return Arrays.copyOfRange(head, (int) from, (int) (from + size));
        }
        try (var in = new RandomAccessFile(file.toFile(), "r")) {
            in.seek(from);
            var bytes = new byte[(int) Math.min(size, Math.max(0, in.length() - from))];
            in.readFully(bytes);
            return bytes;
        } catch (IOException _) {
            // It cannot be judged here, so exec will.
            return new byte[0];
        }
    }

    private static String text(byte[] bytes) {
        int end = 0;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }

    private static long offset(byte[] bytes, int at, boolean wide, boolean little) {
        long low = number(bytes, little || !wide ? at : at + 4, 4, little) & 0xFFFF_FFFFL;
        long high = wide ? number(bytes, little ? at + 4 : at, 4, little) : 0;
        return high << 32 | low;
    }

    static int number(byte[] bytes, int at, int size, boolean little) {
        int value = 0;
        for (int i = 0; i < size; i++) {
            value = value << 8 | (bytes[little ? at + size - 1 - i : at + i] & 0xFF);
        }
        return value;
    }
}
