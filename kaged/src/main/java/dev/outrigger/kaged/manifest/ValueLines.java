package dev.outrigger.kaged.manifest;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// In which line each value of a file began. A value is named by the names and indexes that lead to it.
final class ValueLines {
    private final Map<List<String>, Integer> lines = new HashMap<>();

    void put(List<String> path, int line) {
        lines.put(List.copyOf(path), line);
    }

    /// Of the value, or of the nearest one around it.
    int of(List<String> path) {
        for (int length = path.size(); length >= 0; length--) {
            var line = lines.get(path.subList(0, length));
            if (line != null) {
                return line;
            }
        }
        return 1;
    }
}
