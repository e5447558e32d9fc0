package dev.outrigger.launch.sandbox;

import dev.outrigger.system.ProcessorKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The system's loader: the folders that it looks for libraries in, in its order; the same with their links followed;
/// and what it may be called.
record SystemLoader(List<Path> folders, Set<Path> real, Set<String> names) {
    private static final Path CONFIGURATION = Path.of("/etc/ld.so.conf");
    private static final Path CACHE = Path.of("/etc/ld.so.cache");

    SystemLoader {
        folders = List.copyOf(folders);
        real = Set.copyOf(real);
        names = Set.copyOf(names);
    }

    /// What was read, and when that counts no longer: the administrator's tools write a new cache with every change
    /// that the loader is to hear of, since it reads nothing else.
    private record Known(ProcessorKind machine, FileIdentity cache, SystemLoader loader) {}

    private static final AtomicReference<@Nullable Known> LAST = new AtomicReference<>();

    /// Forty questions to the system become one, twice at every start.
    static SystemLoader of(ProcessorKind machine) {
        FileIdentity cache;
        try {
            cache = FileIdentity.of(CACHE);
        } catch (IOException _) {
            // A loader without a cache may be told of a folder at any time.
            return read(machine);
        }
        var last = LAST.get();
        if (last == null || last.machine() != machine || !last.cache().equals(cache)) {
            last = new Known(machine, cache, read(machine));
            LAST.set(last);
        }
        return last.loader();
    }

    /// What its configuration lists, then the usual ones.
    private static SystemLoader read(ProcessorKind machine) {
        var folders = new LinkedHashSet<Path>();
        listed(CONFIGURATION, folders, 0);
        for (var usual : List.of("/lib/" + machine.triple, "/usr/lib/" + machine.triple, "/lib64", "/usr/lib64")) {
            folders.add(Path.of(usual));
        }
        folders.add(Path.of("/lib"));
        folders.add(Path.of("/usr/lib"));
        var real = new LinkedHashSet<Path>();
        for (var folder : folders) {
            realPath(folder).ifPresent(real::add);
        }
        return new SystemLoader(List.copyOf(folders), real, names(machine));
    }

    /// Not every system has each of them.
    private static Optional<Path> realPath(Path folder) {
        try {
            return Optional.of(folder.toRealPath());
        } catch (IOException _) {
            // Not every system has it.
            return Optional.empty();
        }
    }

    private static Set<String> names(ProcessorKind machine) {
        return switch (machine) {
            case X86_64 -> Set.of("ld-linux-x86-64.so.2", "ld-musl-x86_64.so.1");
            case AARCH64 -> Set.of("ld-linux-aarch64.so.1", "ld-musl-aarch64.so.1");
        };
    }

    /// Whether this lies in one of the folders, its links followed already.
    boolean holds(Path file) {
        return real.stream().anyMatch(file::startsWith);
    }

    /// Whether a binary that names this as its loader means the system's.
    boolean isNamed(String loader) {
        int slash = loader.lastIndexOf('/');
        return slash > 0
                && names.contains(loader.substring(slash + 1))
                && folders.contains(Path.of(loader.substring(0, slash)));
    }

    private static void listed(Path file, Set<Path> folders, int depth) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException _) {
            // A system without this file has the usual folders only.
            return;
        }
        for (var line : lines) {
            var words = line.strip();
            if (words.startsWith("include ") && depth < 3) {
                included(words.substring(8).strip(), folders, depth);
            } else if (words.startsWith("/")) {
                folders.add(Path.of(words));
            }
        }
    }

    private static void included(String pattern, Set<Path> folders, int depth) {
        var path = Path.of("/etc").resolve(pattern);
        var folder = path.getParent();
        var name = path.getFileName();
        if (folder == null || name == null || !Files.isDirectory(folder)) {
            return;
        }
        try (var files = Files.newDirectoryStream(folder, name.toString())) {
            var sorted = new ArrayList<Path>();
            files.forEach(sorted::add);
            sorted.sort(null);
            sorted.forEach(file -> listed(file, folders, depth + 1));
        } catch (IOException _) {
            // What cannot be listed, the loader cannot list either.
            return;
        }
    }
}
