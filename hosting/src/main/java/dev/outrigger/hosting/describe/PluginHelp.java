package dev.outrigger.hosting.describe;

import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.HelpText;
import dev.outrigger.terminal.StreamLook;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// The words for `jp <plugin> -h` and `--help`.
public final class PluginHelp {
    /// That help is wanted, in short or in full, and for which of the plugin's own sub-commands.
    public record Asked(boolean full, List<String> before) {}

    private PluginHelp() {}

    /// Whether there is a `-h` or `--help` among a plugin's words, before any `--`.
    public static Optional<Asked> asked(List<String> words) {
        for (int i = 0; i < words.size(); i++) {
            switch (words.get(i)) {
                case "--" -> {
                    return Optional.empty();
                }
                case "-h" -> {
                    return Optional.of(new Asked(false, words.subList(0, i)));
                }
                case "--help" -> {
                    return Optional.of(new Asked(true, words.subList(0, i)));
                }
                default -> {}
            }
        }
        return Optional.empty();
    }

    /// What to print.
    ///
    /// @param path the words that called it, behind `jp`
    /// @param below commands of others whose path begins with this one's
    public static String text(
            Description description, List<String> path, Asked asked, List<Command> below, StreamLook look) {
        var words = new ArrayList<String>();
        words.add("jp");
        words.addAll(path);
        var help = new StringBuilder();
        if (description.structured() == null && !description.help().isBlank()) {
            help.append(description.help().stripTrailing()).append('\n');
            help.append(section(below, look));
        } else {
            var own = description.structured() == null ? bare(description, path) : description.structured();
            var command = walk(with(own, below), asked.before, words);
            help.append(HelpText.render(command, words, asked.full, look));
        }
        for (var note : description.notes()) {
            help.append("\n(").append(note).append(")\n");
        }
        return help.toString();
    }

    /// What a plugin has itself comes first, and is what its name leads to.
    private static Command with(Command own, List<Command> below) {
        var command = own;
        for (var other : below) {
            if (command.subcommand(other.name()).isEmpty()) {
                command = command.sub(other);
            }
        }
        return command;
    }

    private static String section(List<Command> below, StreamLook look) {
        var rows = new LinkedHashMap<String, String>();
        for (var command : below) {
            rows.put(command.name(), command.about());
        }
        return rows.isEmpty() ? "" : "\n" + HelpText.section("Commands", rows, look);
    }

    /// Nothing is known of its words but that it may take some.
    private static Command bare(Description description, List<String> path) {
        return Command.named(path.getLast())
                .about(description.description())
                .arg(Argument.positional("ARGS", "Passed to the plugin as they are")
                        .optional()
                        .many());
    }

    /// The sub-command that these words lead to, as far as they do; their names are added to `path`.
    private static Command walk(Command command, List<String> words, List<String> path) {
        var at = command;
        for (int i = 0; i < words.size(); i++) {
            var word = words.get(i);
            if (word.startsWith("-")) {
                i += takesNext(at, word) ? 1 : 0;
                continue;
            }
            var sub = at.subcommand(word);
            if (sub.isEmpty()) {
                break;
            }
            at = sub.get();
            path.add(at.name());
        }
        return at;
    }

    /// Whether this is an option whose value is the next word.
    private static boolean takesNext(Command command, String word) {
        for (var arg : command.args()) {
            boolean named = word.equals("--" + arg.name())
                    || (arg.shortName() != Argument.NO_SHORT && word.equals("-" + arg.shortName()));
            if (named && arg.kind() == Argument.Kind.OPTION) {
                return true;
            }
        }
        return false;
    }
}
