package dev.outrigger.hosting.program;

import dev.outrigger.terminal.Command;
import java.util.ArrayList;
import java.util.List;

/// The words that call a command.
public final class CommandPaths {
    private CommandPaths() {}

    /// `serve web` for `serve-web`; a name that does not fall into words stays one.
    public static List<String> ofId(String id) {
        var words = CommandNames.words(id);
        return sound(words) ? words : List.of(id);
    }

    /// Whether they can be shown and completed as the name of a command: nothing that a shell would take for more than
    /// a word, and nothing that cannot be seen.
    public static boolean sound(List<String> path) {
        for (var word : path) {
            if (word.isEmpty() || word.charAt(0) == '-') {
                return false;
            }
            for (int i = 0; i < word.length(); i++) {
                char c = word.charAt(i);
                if (!Character.isLetterOrDigit(c) && "-_.+@".indexOf(c) < 0) {
                    return false;
                }
            }
        }
        return !path.isEmpty();
    }

    /// The same path with the names of built-in groups in place of their aliases.
    public static List<String> canonical(Command builtIns, List<String> path) {
        var words = new ArrayList<>(path);
        var command = builtIns;
        for (int i = 0; i < words.size(); i++) {
            var inner = command.subcommand(words.get(i));
            if (inner.isEmpty()) {
                break;
            }
            command = inner.get();
            words.set(i, command.name());
        }
        return words;
    }

    /// Whether the first goes on behind the second.
    public static boolean below(List<String> path, List<String> group) {
        return path.size() > group.size() && CommandNames.startsWith(path, group);
    }

    /// Whether these words lead past the built-in commands, which always win; by their names, since a file that is
    /// called after an alias is not what the alias stands for.
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
            if (!command.name().equals(word)) {
                return false;
            }
        }
        return false;
    }
}
