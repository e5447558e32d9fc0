package dev.outrigger.launch.sandbox;

import dev.outrigger.fuzz.base.Target;
import java.util.List;

/// A binary's header, by which the sandbox learns what to mount: nothing of it counts beyond the bounds.
public final class ElfTarget implements Target {
    @Override
    public String name() {
        return "elf";
    }

    @Override
    public List<String> words() {
        return List.of(
                "$ORIGIN", "/../", "\u007fELF", "libc.so.6\0", "\1\0\0\0\0\0\0\0", "\5\0\0\0\0\0\0\0", "\3\0\0\0");
    }

    @Override
    public String read(byte[] input) {
        try {
            var header = ElfHeader.of(input);
            within(header.needed(), ElfHeader.MOST_NEEDED, ElfHeader.LONGEST_NAME);
            within(header.folders(), ElfHeader.MOST_FOLDERS, ElfHeader.LONGEST_PATH);
            within(List.of(header.loader()), 1, ElfHeader.LONGEST_PATH);
            return "read " + header.loader().isEmpty() + header.needed().isEmpty()
                    + header.folders().isEmpty();
        } catch (ElfHeader.Damaged e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static void within(List<String> names, int most, int longest) {
        if (names.size() > most) {
            throw new Broken("more names than there may be");
        }
        for (var name : names) {
            if (name.length() > longest || name.indexOf('\0') >= 0) {
                throw new Broken("a name that is longer than it may be, or has a NUL in it");
            }
        }
    }
}
