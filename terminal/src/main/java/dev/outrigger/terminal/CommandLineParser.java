package dev.outrigger.terminal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// From the words of a command line to what they mean. Words are read once, from left to right; the first that settles
/// the matter (a mistake, a call for help, a command nobody here knows) ends the reading.
public final class CommandLineParser {
    private final List<String> words;
    private final List<Command> path = new ArrayList<>();
    private final Map<String, List<String>> given = new HashMap<>();
    private int next;
    private boolean optionsEnded;
    private int positionals;
    private final boolean lenient;
    private boolean askedByWord;
    private @Nullable Argument awaiting;

    /// `lenient` reads on behind a mistake, for words that somebody else will judge.
    CommandLineParser(Command root, List<String> words, boolean lenient) {
        this.words = words;
        this.lenient = lenient;
        path.add(root);
    }

    /// `words` without the name of the program.
    public static ParsedCommandLine parse(Command root, List<String> words) {
        return new CommandLineParser(root, words, false).parse();
    }

    private ParsedCommandLine parse() {
        var end = read();
        return end.isPresent() ? end.get() : finished();
    }

    /// As far as the words go, or to the one that settles the matter. [Completion] goes on from there.
    Optional<ParsedCommandLine> read() {
        while (next < words.size()) {
            var word = words.get(next++);
            var end = optionsEnded || word.length() < 2 || word.charAt(0) != '-' ? word(word) : option(word);
            if (end.isPresent()) {
                return end;
            }
        }
        return Optional.empty();
    }

    Command command() {
        return path.getLast();
    }

    /// The groups and the command read so far.
    List<Command> path() {
        return path;
    }

    boolean optionsEnded() {
        return optionsEnded;
    }

    /// Whether help was asked for by the word `help`.
    boolean askedByWord() {
        return askedByWord;
    }

    /// The option whose value would have been the next word.
    Optional<Argument> awaiting() {
        return Optional.ofNullable(awaiting);
    }

    boolean given(Argument arg) {
        return given.containsKey(arg.name());
    }

    /// What the next word would be, when it is no option.
    Optional<Argument> nextPositional() {
        int place = 0;
        for (var arg : command().args()) {
            if (arg.positional() && (place++ == positionals || arg.repeatable())) {
                return Optional.of(arg);
            }
        }
        return Optional.empty();
    }

    private Optional<ParsedCommandLine> word(String word) {
        if (!command().group()) {
            return positional(word);
        }
        var known = command().subcommand(word);
        if (known.isPresent()) {
            path.add(known.get());
            return Optional.empty();
        }
        if (word.equals("help") && !optionsEnded) {
            return Optional.of(helpOn());
        }
        if (word.isEmpty()) {
            return mistake("the name of a command cannot be empty", "");
        }
        return Optional.of(external(words.subList(next - 1, words.size())));
    }

    private ParsedCommandLine external(List<String> rest) {
        return new ParsedCommandLine.External(List.copyOf(path), List.copyOf(rest), values());
    }

    /// `help` and the words of a command. One that is not ours is asked for its help the way a user would.
    private ParsedCommandLine helpOn() {
        askedByWord = true;
        for (; next < words.size(); next++) {
            var word = words.get(next);
            if (word.startsWith("-")) {
                break;
            }
            var known = command().subcommand(word);
            if (known.isEmpty()) {
                if (!command().group()) {
                    break;
                }
                return external(askingForHelp(words.subList(next, words.size())));
            }
            path.add(known.get());
        }
        return new ParsedCommandLine.Help(List.copyOf(path), true, values());
    }

    private static List<String> askingForHelp(List<String> rest) {
        var asking = new ArrayList<String>();
        for (var word : rest) {
            if (word.startsWith("-")) {
                break;
            }
            asking.add(word);
        }
        asking.add("--help");
        return asking;
    }

    private Optional<ParsedCommandLine> positional(String word) {
        var arg = nextPositional();
        if (arg.isEmpty()) {
            return mistake("unexpected argument '" + word + "'", "");
        }
        positionals++;
        return take(arg.get(), word);
    }

    private Optional<ParsedCommandLine> option(String word) {
        if (word.equals("--")) {
            optionsEnded = true;
            return Optional.empty();
        }
        return word.startsWith("--") ? longOption(word) : shortOptions(word);
    }

    private Optional<ParsedCommandLine> longOption(String word) {
        if (word.equals("--help")) {
            return Optional.of(new ParsedCommandLine.Help(List.copyOf(path), true, values()));
        }
        int equals = word.indexOf('=');
        var name = equals < 0 ? word.substring(2) : word.substring(2, equals);
        var found = named(name);
        if (found.isEmpty()) {
            return unknownOption("--" + name);
        }
        var arg = found.get();
        if (equals < 0) {
            return arg.kind() == Argument.Kind.FLAG ? take(arg, "") : nextWord(arg);
        }
        if (arg.kind() == Argument.Kind.FLAG) {
            return mistake("'--" + name + "' takes no value", "");
        }
        return take(arg, word.substring(equals + 1));
    }

    /// `-q`, `-qv`, `-tTITLE`, `-t=TITLE`, `-qt TITLE`.
    private Optional<ParsedCommandLine> shortOptions(String word) {
        if (word.length() > 2 && named(word.substring(1)).isPresent()) {
            // `-title` could be `-t itle`, but never is
            return mistake("unknown option '" + word + "'", "did you mean '-" + word + "'?");
        }
        for (int i = 1; i < word.length(); i++) {
            var found = lettered(word.charAt(i));
            if (found.isEmpty()) {
                return word.charAt(i) == 'h'
                        ? Optional.of(new ParsedCommandLine.Help(List.copyOf(path), false, values()))
                        : unknownLetter(word, i);
            }
            var arg = found.get();
            if (arg.kind() == Argument.Kind.FLAG) {
                take(arg, "");
            } else if (i + 1 == word.length()) {
                return nextWord(arg);
            } else {
                return take(arg, word.substring(word.charAt(i + 1) == '=' ? i + 2 : i + 1));
            }
        }
        return Optional.empty();
    }

    /// A following option is not taken for the value: more likely the value was forgotten.
    private Optional<ParsedCommandLine> nextWord(Argument arg) {
        if (next == words.size() || words.get(next).equals("--")) {
            awaiting = next == words.size() ? arg : null;
            return mistake("'" + arg.shown() + "' needs a value", "");
        }
        var word = words.get(next);
        if (isOption(word)) {
            return mistake(
                    "'" + arg.shown() + "' needs a value, and '" + word + "' is an option",
                    "if you mean it: --" + arg.name() + "=" + word);
        }
        next++;
        return take(arg, word);
    }

    private boolean isOption(String word) {
        if (word.length() < 2 || word.charAt(0) != '-') {
            return false;
        }
        if (word.charAt(1) != '-') {
            return word.charAt(1) == 'h' || lettered(word.charAt(1)).isPresent();
        }
        int equals = word.indexOf('=');
        return word.equals("--help")
                || named(equals < 0 ? word.substring(2) : word.substring(2, equals))
                        .isPresent();
    }

    private Optional<ParsedCommandLine> take(Argument arg, String value) {
        var possible = arg.possibleValues();
        if (arg.kind() != Argument.Kind.FLAG && !possible.isEmpty() && !possible.contains(value)) {
            var nearest = Suggestions.nearest(value, possible);
            return mistake(
                    "'" + value + "' is no value for '" + arg.shown() + "'",
                    nearest.isPresent()
                            ? nearest.map(Suggestions::didYouMean).orElse("")
                            : "possible values: " + String.join(", ", possible));
        }
        var values = given.get(arg.name());
        if (values == null) {
            values = new ArrayList<>();
            given.put(arg.name(), values);
        }
        if (!values.isEmpty() && !arg.repeatable() && arg.kind() == Argument.Kind.OPTION) {
            return mistake("'" + arg.shown() + "' was given twice", "");
        }
        values.add(value);
        return Optional.empty();
    }

    Optional<Argument> named(String name) {
        for (var arg : understood()) {
            if (arg.name().equals(name)) {
                return Optional.of(arg);
            }
        }
        return Optional.empty();
    }

    Optional<Argument> lettered(char letter) {
        for (var arg : understood()) {
            if (arg.shortName() == letter) {
                return Optional.of(arg);
            }
        }
        return Optional.empty();
    }

    /// Flags and options of the command at hand, then the global ones, nearest first.
    List<Argument> understood() {
        var args = new ArrayList<Argument>();
        for (int i = path.size() - 1; i >= 0; i--) {
            for (var arg : path.get(i).args()) {
                if (!arg.positional() && (arg.global() || i == path.size() - 1)) {
                    args.add(arg);
                }
            }
        }
        return args;
    }

    private Optional<ParsedCommandLine> unknownOption(String typed) {
        var known = new ArrayList<String>();
        for (var arg : understood()) {
            known.add("--" + arg.name());
        }
        known.add("--help");
        return mistake(
                "unknown option '" + typed + "'",
                Suggestions.nearest(typed, known).map(Suggestions::didYouMean).orElse(""));
    }

    private Optional<ParsedCommandLine> unknownLetter(String word, int at) {
        var letter = word.substring(at, word.offsetByCodePoints(at, 1));
        var where = word.length() > 1 + letter.length() ? " in '" + word + "'" : "";
        return mistake("unknown option '-" + letter + "'" + where, "");
    }

    private ParsedCommandLine finished() {
        if (command().group()) {
            for (var arg : command().args()) {
                if (!arg.global() && given.containsKey(arg.name())) {
                    return new ParsedCommandLine.Run(List.copyOf(path), values());
                }
            }
            return new ParsedCommandLine.Bare(List.copyOf(path), values());
        }
        var missing = new StringBuilder();
        for (var arg : command().args()) {
            if (arg.required() && !given.containsKey(arg.name())) {
                missing.append(missing.isEmpty() ? "" : " ").append(arg.shown());
            }
        }
        return missing.isEmpty()
                ? new ParsedCommandLine.Run(List.copyOf(path), values())
                : new ParsedCommandLine.Mistake(List.copyOf(path), "missing " + missing, "");
    }

    /// Those given so far.
    ArgumentValues values() {
        return new ArgumentValues(path, given);
    }

    private Optional<ParsedCommandLine> mistake(String message, String hint) {
        return lenient
                ? Optional.empty()
                : Optional.of(new ParsedCommandLine.Mistake(List.copyOf(path), message, hint));
    }
}
