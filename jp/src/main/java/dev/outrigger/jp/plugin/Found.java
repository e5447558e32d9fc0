package dev.outrigger.jp.plugin;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A program on PATH that serves a command: `jp-<id>`, and the words that are left for it.
public record Found(String id, Path file, List<String> args) {
    private static final int MOST_WORDS = 8;

    /// The longest name wins: `jp serve web --x` is served by `jp-serve-web` before `jp-serve`. `group` are the
    /// built-in groups that were walked before.
    public static Optional<Found> of(List<String> group, List<String> words, Map<String, String> environment) {
        var named = new ArrayList<>(group);
        for (var word : words) {
            if (!isName(word) || named.size() - group.size() == MOST_WORDS) {
                break;
            }
            named.add(word);
        }
        for (int taken = named.size() - group.size(); taken > 0; taken--) {
            var id = String.join("-", named.subList(0, group.size() + taken));
            var file = onPath("jp-" + id, environment);
            if (file.isPresent()) {
                return Optional.of(new Found(id, file.get(), words.subList(taken, words.size())));
            }
        }
        return Optional.empty();
    }

    /// Every plugin on PATH, by name; of two with the same name the first one counts.
    public static List<Found> all(Map<String, String> environment) {
        var found = new TreeMap<String, Found>();
        for (var folder : folders(environment)) {
            var names = folder.toFile().list((_, name) -> name.startsWith("jp-") && isName(name.substring(3)));
            for (var name : names == null ? new String[0] : names) {
                var file = folder.resolve(name);
                if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                    var id = name.substring(3);
                    found.putIfAbsent(id, new Found(id, file, List.of()));
                }
            }
        }
        return List.copyOf(found.values());
    }

    public static List<String> names(Map<String, String> environment) {
        var names = new ArrayList<String>();
        for (var found : all(environment)) {
            names.add(found.id());
        }
        return names;
    }

    /// The first that can be run, as a shell would choose; or else the first at all, so that one can say what is wrong
    /// with it.
    private static Optional<Path> onPath(String name, Map<String, String> environment) {
        var unfit = Optional.<Path>empty();
        for (var folder : folders(environment)) {
            var file = folder.resolve(name);
            if (Files.exists(file) && !Files.isDirectory(file)) {
                if (Files.isExecutable(file)) {
                    return Optional.of(file);
                }
                unfit = unfit.or(() -> Optional.of(file));
            }
        }
        return unfit;
    }

    /// Only absolute folders: what `.` holds depends on where one stands, and a cloned folder must not name programs.
    private static List<Path> folders(Map<String, String> environment) {
        var folders = new ArrayList<Path>();
        var path = environment.getOrDefault("PATH", "");
        for (int from = 0; from <= path.length(); ) {
            int colon = path.indexOf(':', from);
            int to = colon < 0 ? path.length() : colon;
            if (from < to && path.charAt(from) == '/') {
                folders.add(Path.of(path.substring(from, to)));
            }
            from = to + 1;
        }
        return folders;
    }

    private static boolean isName(String word) {
        if (word.isEmpty() || word.charAt(0) == '-' || word.charAt(0) == '.') {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c <= ' ' || c == '/' || c == 0x7f) {
                return false;
            }
        }
        return true;
    }
}
