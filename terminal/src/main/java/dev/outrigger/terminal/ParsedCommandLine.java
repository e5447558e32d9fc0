package dev.outrigger.terminal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// What the words of a command line turned out to mean. `path` starts at the root and is canonical: aliases are
/// resolved.
public sealed interface ParsedCommandLine {
    List<Command> path();

    /// A built-in command to run; the last of `path`. A group is run itself when one of its own flags was given
    /// (`jp --version`).
    record Run(List<Command> path, ArgumentValues values) implements ParsedCommandLine {}

    /// The first of `words` is no built-in command below the groups of `path`; it and everything behind it is
    /// untouched. `globals` are the options that stood before it.
    record External(List<Command> path, List<String> words, ArgumentValues globals) implements ParsedCommandLine {
        /// For when nobody else knows the word either. `others` are names that the groups do not know of, such as
        /// plugins.
        public Mistake unknown(Collection<String> others) {
            var known = new ArrayList<>(others);
            for (var command : path.getLast().subcommands()) {
                known.add(command.name());
                known.addAll(command.aliases());
            }
            var word = words.getFirst();
            return new Mistake(
                    path,
                    "unknown command '" + word + "'",
                    Suggestions.nearest(word, known)
                            .map(Suggestions::didYouMean)
                            .orElse(""));
        }
    }

    /// Help was asked for: `-h` the short one, `--help` and `jp help …` the `full` one.
    record Help(List<Command> path, boolean full, ArgumentValues globals) implements ParsedCommandLine {}

    /// A group without a sub-command.
    record Bare(List<Command> path, ArgumentValues globals) implements ParsedCommandLine {
        /// For programs, which read no help.
        public Mistake mistake() {
            var words = new ArrayList<String>();
            path.forEach(command -> words.add(command.name()));
            var known = new ArrayList<String>();
            path.getLast().subcommands().forEach(command -> known.add(command.name()));
            return new Mistake(
                    path, "`" + String.join(" ", words) + "` wants a command", "It has: " + String.join(", ", known));
        }
    }

    /// A usage error: one line that says what is wrong, and one, or "", that says what may have been meant.
    record Mistake(List<Command> path, String message, String hint) implements ParsedCommandLine {}
}
