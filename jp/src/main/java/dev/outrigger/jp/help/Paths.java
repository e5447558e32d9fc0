package dev.outrigger.jp.help;

import dev.outrigger.jp.finding.Names;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.Escapes;
import java.util.List;

/// The words that call a command.
public final class Paths {
    private Paths() {}

    /// `serve web` for `serve-web`; a name that does not fall into words stays one.
    static List<String> ofId(String id) {
        var words = Names.words(id);
        return sound(words) ? words : List.of(id);
    }

    /// Whether a shell and our parser can take them for the name of a command.
    static boolean sound(List<String> path) {
        for (var word : path) {
            if (word.isEmpty() || word.charAt(0) == '-' || !word.equals(Escapes.strip(word))) {
                return false;
            }
            for (int i = 0; i < word.length(); i++) {
                if (word.charAt(i) <= ' ') {
                    return false;
                }
            }
        }
        return !path.isEmpty();
    }

    /// Whether the first goes on behind the second.
    static boolean below(List<String> path, List<String> group) {
        return path.size() > group.size() && Names.startsWith(path, group);
    }

    /// Whether these words lead past the built-in commands, which always win.
    public static boolean reaches(Command builtIns, List<String> path) {
        var command = builtIns;
        for (var word : path) {
            if (!command.group() || word.equals("help")) {
                return false;
            }
            var inner = command.subcommand(word);
            if (inner.isEmpty()) {
                return true;
            }
            command = inner.get();
        }
        return false;
    }
}
