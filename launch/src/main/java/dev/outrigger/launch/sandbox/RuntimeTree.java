package dev.outrigger.launch.sandbox;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A runtime that was installed by itself, as `<prefix>/bin/x` with `<prefix>/lib`, outside of the system's folders:
/// whether its file is of any use without the rest.
final class RuntimeTree {
    private RuntimeTree() {}

    /// The folder that it was installed in, if it lies in a `bin`.
    static Optional<Path> prefix(Path real) {
        var bin = real.getParent();
        return bin != null && bin.endsWith("bin") && bin.getParent() != null && bin.getNameCount() > 2
                ? Optional.of(bin.getParent())
                : Optional.empty();
    }

    /// What it cannot do without: the library that it is written in, by the names that the usual runtimes give it. The
    /// modules beside node are npm's; node itself is one file, as bun and deno are.
    static Optional<Path> library(Path real, boolean script) {
        var prefix = prefix(real);
        if (prefix.isEmpty() || !Files.isDirectory(prefix.get().resolve("lib"))) {
            return Optional.empty();
        }
        var lib = prefix.get().resolve("lib");
        if (script) {
            return Optional.of(lib);
        }
        if (Files.isRegularFile(lib.resolve("modules"))) {
            return Optional.of(lib.resolve("modules"));
        }
        var name = kind(String.valueOf(real.getFileName()));
        return name.isEmpty() || name.equals("node") ? Optional.empty() : folderOf(name, lib);
    }

    /// `python` of `python3.12`.
    private static String kind(String name) {
        int end = name.length();
        while (end > 0 && "0123456789.-".indexOf(name.charAt(end - 1)) >= 0) {
            end--;
        }
        return name.substring(0, end);
    }

    private static Optional<Path> folderOf(String kind, Path lib) {
        File[] found = lib.toFile().listFiles(file -> file.getName().startsWith(kind) && file.isDirectory());
        return found == null || found.length == 0 ? Optional.empty() : Optional.of(found[0].toPath());
    }
}
