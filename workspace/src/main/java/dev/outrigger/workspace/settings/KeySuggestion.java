package dev.outrigger.workspace.settings;

import java.util.ArrayList;
import java.util.List;

/// The known name that somebody may have meant.
final class KeySuggestion {
    private static final int LONGEST = 64;

    private KeySuggestion() {}

    /// The whole key, or empty when nothing is near.
    static String nearest(List<String> path, KeyTree node) {
        var wrong = path.getLast();
        if (wrong.length() > LONGEST) {
            return "";
        }
        if (wrong.equals("api_key")) {
            return KeyPath.text(sibling(path, "api_key_env"));
        }
        var flattened = flattened(wrong);
        if (!flattened.isEmpty()) {
            return flattened;
        }
        var best = "";
        int least = 1 + wrong.length() / 4;
        for (var name : node.names()) {
            int distance = distance(wrong, name);
            if (distance <= least && (best.isEmpty() || distance < least)) {
                best = name;
                least = distance;
            }
        }
        return best.isEmpty() ? sameName(wrong) : KeyPath.text(sibling(path, best));
    }

    private static List<String> sibling(List<String> path, String name) {
        var names = new ArrayList<>(path);
        names.set(names.size() - 1, name);
        return names;
    }

    /// The dots of an environment variable's key written as single underscores.
    private static String flattened(String wrong) {
        for (var key : KnownKeys.all()) {
            if (key.path().contains(".") && key.path().replace('.', '_').equals(wrong)) {
                return key.path();
            }
        }
        return "";
    }

    /// A right name in the wrong place.
    private static String sameName(String wrong) {
        for (var key : KnownKeys.all()) {
            if (key.path().endsWith("." + wrong)) {
                return key.path().replace("*", "<name>");
            }
        }
        return "";
    }

    /// Insertions, deletions, replacements and swaps of neighbours between two words.
    static int distance(String from, String to) {
        var last = new int[to.length() + 1];
        var row = new int[to.length() + 1];
        var next = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            next[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                boolean same = from.charAt(i - 1) == to.charAt(j - 1);
                next[j] = Math.min(Math.min(next[j - 1], row[j]) + 1, row[j - 1] + (same ? 0 : 1));
                if (i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1)) {
                    next[j] = Math.min(next[j], last[j - 2] + 1);
                }
            }
            var spare = last;
            last = row;
            row = next;
            next = spare;
        }
        return row[to.length()];
    }
}
