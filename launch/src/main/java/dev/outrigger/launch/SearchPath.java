package dev.outrigger.launch;

import java.io.File;
import java.util.Optional;

/// `PATH`, as exec and the shells read it; without its relative entries, which mean another folder each time.
public final class SearchPath {
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
}
