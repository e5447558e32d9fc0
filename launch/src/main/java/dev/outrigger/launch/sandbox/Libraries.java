package dev.outrigger.launch.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The shared libraries that a binary needs, and those that these need, found where the system's loader looks. Only
/// what a file says of itself: what it loads later by name is in the library folders, or is not there.
///
/// The file may be the plugin's own, so a library counts only where its real path lies in the system's folders or in
/// one of `places`, wherever it was found: the plugin's own folder, and what an `exec:` names. All others are as if
/// they were not there.
final class Libraries {
    /// Of one program, all together.
    private static final int MOST = 512;

    private static final int MOST_NAMES = 2000;

    private final SystemLoader system;
    private final List<Path> places;

    /// `places` are real paths.
    Libraries(SystemLoader system, List<Path> places) {
        this.system = system;
        this.places = List.copyOf(places);
    }

    /// The path that the loader will open, and what is there, links followed.
    record Library(Path path, Path real) {}

    /// `elsewhere` are those that were found only where none may be taken from.
    record Found(List<Library> libraries, List<Path> elsewhere) {}

    /// Everything this file needs to run, not the file itself. Empty for what is no binary of 64 bits. `file` is a real
    /// path. A library that is nowhere is left to the loader, which will say so in its own words.
    Found of(Path file) throws ConfinementRefused {
        var found = new LinkedHashMap<Path, Library>();
        var elsewhere = new ArrayList<Path>();
        var left = new ArrayDeque<Path>(List.of(file));
        int names = 0;
        while (!left.isEmpty()) {
            var next = left.removeFirst();
            var header = read(next);
            names += header.needed().size();
            if (found.size() > MOST || names > MOST_NAMES) {
                throw new ConfinementRefused(file + " needs more than " + MOST + " libraries");
            }
            var needed = new ArrayList<Library>();
            if (!header.loader().isEmpty()) {
                needed.add(loader(next, header.loader()));
            }
            var first = folders(next, header);
            for (var name : header.needed()) {
                var library = find(next, name, first, elsewhere);
                if (library != null) {
                    needed.add(library);
                }
            }
            for (var library : needed) {
                if (found.putIfAbsent(library.path(), library) == null) {
                    left.add(library.real());
                }
            }
        }
        return new Found(List.copyOf(found.values()), List.copyOf(elsewhere));
    }

    /// The kernel runs it before the program, so it is the system's.
    private Library loader(Path file, String name) throws ConfinementRefused {
        var path = Path.of(name);
        var real = system.isNamed(name) ? realFile(path) : null;
        if (real == null || !system.holds(real)) {
            throw new ConfinementRefused(file + ": its loader " + name
                    + " is none of the system's, or not installed: link it with the system's");
        }
        return new Library(path, real);
    }

    private @Nullable Library find(Path file, String name, List<Path> first, List<Path> elsewhere)
            throws ConfinementRefused {
        if (name.indexOf('/') >= 0) {
            throw new ConfinementRefused(file + " needs " + name + ", a path: a library is needed by its name alone");
        }
        var passed = new ArrayList<Path>();
        for (var folders : List.of(first, system.folders())) {
            for (var folder : folders) {
                var path = folder.resolve(name);
                var real = realFile(path);
                if (real != null && (system.holds(real) || isInAPlace(real))) {
                    return new Library(path, real);
                }
                if (real != null) {
                    passed.add(path);
                }
            }
        }
        elsewhere.addAll(passed);
        return null;
    }

    private static @Nullable Path realFile(Path path) {
        try {
            return Files.isRegularFile(path) ? path.toRealPath() : null;
        } catch (IOException _) {
            // Gone meanwhile: then it is not there.
            return null;
        }
    }

    private boolean isInAPlace(Path real) {
        return places.stream().anyMatch(real::startsWith);
    }

    /// Those that the file names, as the loader reads them.
    private static List<Path> folders(Path file, ElfHeader header) throws ConfinementRefused {
        var folders = new ArrayList<Path>();
        var here = String.valueOf(file.getParent());
        try {
            for (var named : header.folders()) {
                var folder = named.replace("${ORIGIN}", here).replace("$ORIGIN", here);
                if (folder.startsWith("/")) {
                    folders.add(Path.of(folder).normalize());
                }
            }
            return folders;
        } catch (InvalidPathException _) {
            throw new ConfinementRefused(file + " names a folder for libraries that cannot be: link it without");
        }
    }

    private record Read(FileIdentity stamp, ElfHeader header) {}

    /// What was read of files before. The libraries of a machine take some ten thousand letters; should it be much
    /// more, reading starts over.
    private static final Map<Path, Read> KNOWN = new LinkedHashMap<>();

    private static final long MOST_KNOWN = 1 << 20;
    private static long known;

    private static ElfHeader read(Path file) throws ConfinementRefused {
        try {
            var before = known(file);
            if (before != null && before.stamp().equals(FileIdentity.of(file))) {
                return before.header();
            }
            try (var open = RegularFile.open(file)) {
                var header = ElfHeader.of(open.channel()::read);
                remember(file, new Read(open.stamp(), header));
                return header;
            }
        } catch (IOException | ElfHeader.Damaged e) {
            throw new ConfinementRefused(file + " cannot be read as a program: " + e.getMessage());
        }
    }

    private static @Nullable Read known(Path file) {
        synchronized (KNOWN) {
            return KNOWN.get(file);
        }
    }

    private static void remember(Path file, Read read) {
        long letters = file.toString().length() + 100L;
        for (var texts : List.of(read.header().needed(), read.header().folders())) {
            letters += texts.stream().mapToInt(text -> text.length() + 50).sum();
        }
        synchronized (KNOWN) {
            known += letters;
            if (known > MOST_KNOWN) {
                KNOWN.clear();
                known = letters;
            }
            KNOWN.put(file, read);
        }
    }
}
