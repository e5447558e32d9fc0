package dev.outrigger.launch.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// What of the machine is the system's: installed by its administrator, and the same for everybody. A program from
/// there brings what it needs of it by itself; one from elsewhere brings its file alone.
final class SystemFolders {
    private static final List<Path> ROOTS = paths("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64");

    /// Where runtimes are installed with all that is theirs below one folder, `<prefix>/bin` and `<prefix>/lib`.
    private static final List<Path> OF_TREES =
            paths("/usr/lib", "/usr/lib64", "/usr/libexec", "/usr/share", "/usr/local", "/usr/local/lib");

    /// What interpreters keep outside of the library folders; a star stands for any ending.
    private record Kept(String program, List<String> folders) {}

    private static final List<Kept> KEPT = List.of(
            new Kept("python", List.of("/usr/lib/python3*", "/usr/local/lib/python3*")),
            new Kept(
                    "node",
                    List.of(
                            "/usr/share/nodejs",
                            "/usr/share/node_modules",
                            "/usr/lib/node_modules",
                            "/usr/lib/nodejs")),
            new Kept("perl", List.of("/usr/share/perl*")),
            new Kept("ruby", List.of("/usr/lib/ruby", "/var/lib/gems")),
            new Kept("java", List.of("/etc/java-*")),
            new Kept("git", List.of("/usr/lib/git-core", "/usr/share/git-core")));

    private SystemFolders() {}

    private static List<Path> paths(String... paths) {
        return List.of(paths).stream().map(Path::of).toList();
    }

    /// Links followed already.
    static boolean hold(Path real) {
        return ROOTS.stream().anyMatch(real::startsWith);
    }

    /// The folders of a system's program that are shown with it.
    static List<Path> of(String name, Path real) throws ConfinementRefused {
        var folders = new ArrayList<Path>();
        tree(real).filter(Files::isDirectory).ifPresent(folders::add);
        for (var kept : KEPT) {
            if (isOf(kept, name, real)) {
                for (var folder : kept.folders()) {
                    add(folder, folders);
                }
            }
        }
        return folders;
    }

    /// Whether this is one of them; lists nothing.
    static boolean belongs(Path folder, String name, Path real) {
        return tree(real).filter(folder::equals).isPresent()
                || KEPT.stream()
                        .filter(kept -> isOf(kept, name, real))
                        .flatMap(kept -> kept.folders().stream())
                        .anyMatch(pattern -> matches(pattern, folder));
    }

    private static boolean isOf(Kept kept, String name, Path real) {
        return name.startsWith(kept.program())
                || String.valueOf(real.getFileName()).startsWith(kept.program());
    }

    private static Optional<Path> tree(Path real) {
        return RuntimeTree.prefix(real)
                .filter(prefix ->
                        !OF_TREES.contains(prefix) && OF_TREES.stream().anyMatch(prefix::startsWith))
                .filter(prefix -> Files.isDirectory(prefix.resolve("lib")));
    }

    private static boolean matches(String pattern, Path folder) {
        return pattern.endsWith("*")
                ? Objects.equals(Path.of(pattern).getParent(), folder.getParent())
                        && folder.toString().startsWith(pattern.substring(0, pattern.length() - 1))
                : Path.of(pattern).equals(folder);
    }

    private static void add(String pattern, List<Path> folders) throws ConfinementRefused {
        var path = Path.of(pattern);
        var parent = path.getParent();
        if (!pattern.endsWith("*")) {
            addFolder(path, folders);
        } else if (parent != null && Files.isDirectory(parent)) {
            try (var found = Files.newDirectoryStream(parent, String.valueOf(path.getFileName()))) {
                found.forEach(each -> addFolder(each, folders));
            } catch (IOException e) {
                throw new ConfinementRefused(parent + " cannot be listed: " + e.getMessage());
            }
        }
    }

    private static void addFolder(Path folder, List<Path> folders) {
        if (Files.isDirectory(folder) && !Files.isSymbolicLink(folder)) {
            folders.add(folder);
        }
    }
}
