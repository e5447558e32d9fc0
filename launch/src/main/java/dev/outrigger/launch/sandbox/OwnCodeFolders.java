package dev.outrigger.launch.sandbox;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/// Where the code lies that runs here: the jars, the caches beside them, and the JDK. A plugin that could write there
/// would run outside of its sandbox with the host's next start.
public final class OwnCodeFolders {
    private OwnCodeFolders() {}

    /// `classPaths`: properties that hold one, besides that of this process.
    public static List<Path> folders(String... classPaths) {
        var folders = new LinkedHashSet<Path>();
        var properties = new ArrayList<>(List.of(classPaths));
        properties.add("java.class.path");
        var entries = new ArrayList<String>();
        for (var property : properties) {
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
