package dev.outrigger.kaged.service;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/// Where the code lies that runs here: the jars, the caches beside them, and the JDK. A plugin that could write there
/// would run outside of its sandbox with the daemon's next start.
final class OwnCode {
    private static final List<String> CLASS_PATHS = List.of("java.class.path", "kaged.daemon.classpath");

    private OwnCode() {}

    static List<Path> folders() {
        var folders = new LinkedHashSet<Path>();
        var entries = new ArrayList<String>();
        for (var property : CLASS_PATHS) {
            entries.addAll(List.of(System.getProperty(property, "").split(File.pathSeparator)));
        }
        for (var entry : entries) {
            if (!entry.isEmpty()) {
                folders.add(folder(Path.of(entry).toAbsolutePath().normalize()));
            }
        }
        folders.add(Path.of(System.getProperty("java.home")).toAbsolutePath().normalize());
        return List.copyOf(folders);
    }

    private static Path folder(Path entry) {
        var parent = entry.getParent();
        if (Files.isDirectory(entry) || parent == null) {
            return entry;
        }
        // Beside a jar in the root folder lies the whole system.
        return parent.getNameCount() == 0 ? entry : parent;
    }
}
