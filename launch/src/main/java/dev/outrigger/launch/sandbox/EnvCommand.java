package dev.outrigger.launch.sandbox;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Which program `env` runs, by the words behind it.
final class EnvCommand {
    private static final Set<String> TAKE_A_WORD = Set.of("-u", "--unset", "-C", "--chdir", "-a", "--argv0");
    private static final String SPLIT = "--split-string";

    /// `-S`, alone or behind others of one letter, and what it splits.
    private static final Pattern SHORT_SPLIT = Pattern.compile("-[0iv]*S(.*)", Pattern.DOTALL);

    /// `-u`, `-C` or `-a` behind others of one letter, without its own word.
    private static final Pattern IN_CLUSTER = Pattern.compile("-[0iv]+[uCa]");

    /// What `env -S` gives another meaning than the letter itself.
    private static final Pattern SPECIAL = Pattern.compile("[\"'\\\\$#]");

    private EnvCommand() {}

    static Optional<String> program(List<String> words) throws ConfinementRefused {
        var ahead = new ArrayDeque<>(words);
        boolean split = false;
        while (!ahead.isEmpty()) {
            var word = ahead.pop();
            var inShort = SHORT_SPLIT.matcher(word);
            if (word.startsWith(SPLIT + "=")) {
                split(word.substring(SPLIT.length() + 1), ahead);
                split = true;
            } else if (inShort.matches() && !inShort.group(1).isEmpty()) {
                split(inShort.group(1), ahead);
                split = true;
            } else if (word.equals(SPLIT) || inShort.matches()) {
                split(ahead.isEmpty() ? "" : ahead.pop(), ahead);
                split = true;
            } else if (TAKE_A_WORD.contains(word) || IN_CLUSTER.matcher(word).matches()) {
                ahead.poll();
            } else if (split && SPECIAL.matcher(word).find()) {
                throw new ConfinementRefused(
                        "command: env -S " + word + ": quotes, backslashes and variables of env -S are not"
                                + " read here: write the program in front of them, or without env");
            } else if (!word.startsWith("-") && word.indexOf('=') < 0) {
                return Optional.of(word);
            }
        }
        return Optional.empty();
    }

    private static void split(String text, Deque<String> ahead) {
        for (var word : List.of(text.strip().split("\\s+")).reversed()) {
            if (!word.isEmpty()) {
                ahead.push(word);
            }
        }
    }
}
