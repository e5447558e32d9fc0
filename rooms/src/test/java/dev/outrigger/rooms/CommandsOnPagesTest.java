package dev.outrigger.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// A call of `jp` or `kaged` that a page shows is one that there is: its command, and every option by its name. What
/// stands behind options and for arguments is the reader's.
class CommandsOnPagesTest {
    private static final Map<String, Command> PROGRAMS =
            Map.of("jp", dev.outrigger.jp.commands.Commands.ROOT, "kaged", dev.outrigger.kaged.commands.Commands.ROOT);

    /// At the beginning of code: of a line in a block, of what stands between backquotes, behind a pipe and the like.
    private static final Pattern CALL =
            Pattern.compile("(?:(?:^(?: {4}| *\\$ )?)|`|[|;&(] ?|\\s(?=bin/))(?:bin/)?(jp|kaged) ([^`#]+)");

    /// Where the words of a call end.
    private static final Pattern END = Pattern.compile("\\s[|<>&]\\s?|[;)…]|&&");

    private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\"[^\"]*\"|[^\\s'\"])+");

    @Test
    void everyCallOnAPageIsOneThatThereIs() throws IOException {
        var mistakes = new ArrayList<String>();
        int seen = 0;
        for (var page : SourceTree.pages()) {
            boolean fenced = false;
            for (var line : Files.readAllLines(page)) {
                fenced ^= line.startsWith("```");
                var calls = CALL.matcher(line);
                while (calls.find()) {
                    boolean code =
                            fenced || line.startsWith("    ") || calls.group().startsWith("`");
                    var words = words(END.split(calls.group(2), 2)[0]);
                    if (code && !words.isEmpty()) {
                        seen++;
                        mistake(PROGRAMS.get(calls.group(1)), words)
                                .ifPresent(what -> mistakes.add(page + ": " + calls.group() + ": " + what));
                    }
                }
            }
        }
        assertThat(mistakes).isEmpty();
        assertThat(seen).isGreaterThan(200);
    }

    private static Deque<String> words(String text) {
        var words = new ArrayDeque<String>();
        var found = WORD.matcher(text);
        while (found.find()) {
            words.add(found.group());
        }
        return words;
    }

    private static Optional<String> mistake(Command root, Deque<String> words) {
        var path = new ArrayList<>(List.of(root));
        while (!words.isEmpty()) {
            var word = words.poll().replaceAll("^\\[|]$", "");
            var last = path.getLast();
            if (word.equals("--")) {
                return Optional.empty();
            } else if (word.matches("--?[a-zA-Z].*")) {
                var unknown = unknownOption(path, word, words);
                if (unknown.isPresent()) {
                    return unknown;
                }
            } else if (last.subcommand(word).isPresent()) {
                path.add(last.subcommand(word).get());
            } else if (path.size() == 1) {
                // A plugin's word, or one that stands for any.
                return Optional.empty();
            } else if (last.group()) {
                for (var each : word.split("[|,]")) {
                    if (each.matches("[a-z-]+") && last.subcommand(each).isEmpty() && !last.alone()) {
                        return Optional.of("no command " + each);
                    }
                }
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static Optional<String> unknownOption(List<Command> path, String word, Deque<String> rest) {
        var name = word.split("=", 2)[0];
        if (name.equals("-h") || name.equals("--help") || name.matches("-v+")) {
            return Optional.empty();
        }
        var options = new ArrayList<Argument>();
        path.forEach(command -> options.addAll(command.args()));
        for (var option : options) {
            boolean named = name.startsWith("--")
                    ? name.equals("--" + option.name())
                    : !option.positional() && name.charAt(1) == option.shortName();
            if (named) {
                boolean valueFollows = name.startsWith("--") ? !word.contains("=") : name.length() == 2;
                if (option.kind() == Argument.Kind.OPTION && valueFollows) {
                    var _ = rest.poll();
                }
                return Optional.empty();
            }
        }
        return Optional.of("no option " + name);
    }
}
