package dev.outrigger.system;

import java.io.File;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// `PATH`, as exec and the shells read it; without its relative entries, which mean another folder each time.
public final class SearchPath {
    /// For a PATH of which nothing is left: an empty one would mean the folder that one stands in.
    private static final String SYSTEM = "/usr/bin:/bin";

    private SearchPath() {}

    public static Optional<String> find(String name, String path) {
        int from = 0;
        while (from <= path.length()) {
            int colon = path.indexOf(':', from);
            int end = colon < 0 ? path.length() : colon;
            if (end > from && path.charAt(from) == '/') {
                var file = new File(path.substring(from, end), name);
                if (file.canExecute() && file.isFile()) {
                    return Optional.of(file.getPath());
                }
            }
            from = end + 1;
        }
        return Optional.empty();
    }

    /// Its absolute entries, each once, as it comes first.
    public static List<Path> folders(String path) {
        // No lambda: every start of jp comes through here.
        var folders = new LinkedHashSet<Path>();
        for (var entry : path.split(":")) {
            if (entry.startsWith("/")) {
                folders.add(Path.of(entry));
            }
        }
        return List.copyOf(folders);
    }

    /// Its absolute entries alone: a program that is handed this finds none by where it happens to stand.
    public static String absolute(String path) {
        return outside(path, List.of());
    }

    /// Of the absolute entries those that do not lie in any of these folders, also where links lead.
    public static String outside(String path, List<Path> folders) {
        // No lambda: every start of jp comes through here.
        var kept = new ArrayList<String>();
        for (var entry : path.split(":")) {
            if (entry.startsWith("/") && !leadsInto(entry, folders)) {
                kept.add(entry);
            }
        }
        return kept.isEmpty() ? SYSTEM : String.join(":", kept);
    }

    private static boolean leadsInto(String entry, List<Path> folders) {
        try {
            return !folders.isEmpty() && liesIn(Path.of(entry), folders);
        } catch (InvalidPathException _) {
            // No folder has such a name, so nothing is lost with it.
            return true;
        }
    }

    /// Whether a file or folder lies in one of these, by its name or where links lead.
    public static boolean liesIn(Path file, List<Path> folders) {
        for (var folder : folders) {
            if (file.normalize().startsWith(folder) || real(file).startsWith(real(folder))) {
                return true;
            }
        }
        return false;
    }

    /// As far as it exists.
    private static Path real(Path file) {
        var whole = file.toAbsolutePath();
        for (var known = whole; known != null; known = known.getParent()) {
            try {
                return known.toRealPath().resolve(known.relativize(whole)).normalize();
            } catch (IOException _) {
                // Not there, or not to be seen: the folder above it may be.
            }
        }
        return whole.normalize();
    }
}
