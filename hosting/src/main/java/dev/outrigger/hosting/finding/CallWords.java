package dev.outrigger.hosting.finding;

import dev.outrigger.hosting.program.CommandNames;
import dev.outrigger.terminal.Command;
import java.util.ArrayList;
import java.util.List;

/// The words of a call, after the built-in commands had theirs.
///
/// @param builtIn the built-in groups that were walked, by their own names: for `jp c export`, `conversation`
/// @param served whether the last of them is a command, which takes whatever follows
/// @param words what is left
public record CallWords(List<String> builtIn, boolean served, List<String> words) {
    public CallWords {
        builtIn = List.copyOf(builtIn);
        words = List.copyOf(words);
    }

    /// As the parser would walk them, options aside.
    public static CallWords of(Command root, List<String> words) {
        var command = root;
        var walked = new ArrayList<String>();
        while (command.group() && walked.size() < words.size()) {
            var next = command.subcommand(words.get(walked.size()));
            if (next.isEmpty()) {
                break;
            }
            command = next.get();
            walked.add(command.name());
        }
        boolean served = !walked.isEmpty() && !command.group();
        return new CallWords(walked, served, words.subList(walked.size(), words.size()));
    }

    /// The words that could be a command's path, from the first.
    List<String> path() {
        var path = new ArrayList<>(builtIn);
        path.addAll(words.subList(0, CommandNames.leading(words)));
        return path;
    }

    /// What a command of this many words leaves.
    List<String> after(int taken) {
        return words.subList(Math.clamp(taken - builtIn.size(), 0, words.size()), words.size());
    }
}
