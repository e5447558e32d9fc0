package dev.outrigger.terminal;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What may follow the words typed so far. They are read by the same [CommandLineParser] that will read the whole line,
/// so that what is offered is also understood. Starts nothing, reads nothing; what only the program knows, it is asked
/// for.
public final class Completion {
    private static final int LONGEST_ABOUT = 120;
    private static final int LONGEST_TEXT = 256;
    private static final int MOST = 1_000;

    /// A whole word, as it stands in the line when it is chosen, and what others say it does. An `open` one goes on:
    /// `assistant.name=`.
    public record Candidate(String text, String said, boolean open) {
        public Candidate(String text, String said) {
            this(text, said, false);
        }

        /// One line, harmless, maybe "". Made when asked for: bash has no room for it, and wants its answer soon.
        public String about() {
            return TerminalEscapes.oneLine(said, LONGEST_ABOUT);
        }
    }

    /// What the shell is to add by itself.
    public enum Files {
        NONE,
        ANY,
        FOLDERS
    }

    public record Answer(List<Candidate> candidates, Files files) {
        public static final Answer NOTHING = new Answer(List.of(), Files.NONE);
        static final Answer ANY_FILE = new Answer(List.of(), Files.ANY);
    }

    /// A command that comes from elsewhere, such as a plugin's: below the built-in groups, but with options of its own
    /// only.
    public interface Guest {
        /// The words that call it.
        List<String> path();

        /// The same in one word: `serve-web` for `serve web`.
        String id();

        String about();

        /// Asked for only when the words lead to it.
        Command command();
    }

    /// Asked for only when the words do not lead to a built-in command.
    public interface GuestCommands {
        List<? extends Guest> all();
    }

    /// Where a value is about to stand.
    ///
    /// @param path the command, behind the groups it is in
    /// @param given what was given before
    /// @param typed of the value so far
    public record Place(List<Command> path, Argument arg, ArgumentValues given, String typed) {}

    /// What may stand where a built-in command takes a value that its description does not list: the names of what the
    /// program keeps. Asked for only when the words lead there.
    public interface ProgramValues {
        /// More than fits what is typed does no harm. The files are for when nothing fits. Nothing where the program
        /// knows no more than the value's name says.
        Optional<Answer> at(Place place);
    }

    private final GuestCommands guests;
    private final ProgramValues known;
    private final String typed;
    private final List<Candidate> found = new ArrayList<>();
    private final Set<String> texts = new HashSet<>();
    private Files files = Files.NONE;

    private Completion(GuestCommands guests, ProgramValues known, String typed) {
        this.guests = guests;
        this.known = known;
        this.typed = typed;
    }

    /// `words` without the name of the program. The last is the one being typed, "" when it is not begun yet.
    public static Answer of(Command root, GuestCommands guests, ProgramValues known, List<String> words) {
        int last = words.size() - 1;
        if (last < 0) {
            return Answer.NOTHING;
        }
        return new Completion(guests, known, words.get(last)).answer(root, words.subList(0, last));
    }

    private Answer answer(Command root, List<String> before) {
        var parser = new CommandLineParser(root, before, false);
        var end = parser.read();
        var awaiting = parser.awaiting();
        if (awaiting.isPresent()) {
            values(parser, awaiting.get(), "", true);
            return done();
        }
        if (end.isEmpty()) {
            if (parser.optionsEnded()) {
                return Answer.ANY_FILE;
            }
            next(parser, names(parser.path()), true);
            return done();
        }
        return switch (end.get()) {
            case ParsedCommandLine.External external -> external(parser, external);
            case ParsedCommandLine.Help _ -> help(parser);
            case ParsedCommandLine.Mistake _, ParsedCommandLine.Run _, ParsedCommandLine.Bare _ -> Answer.NOTHING;
        };
    }

    private Answer done() {
        return new Answer(List.copyOf(found), files);
    }

    /// Below the root, as people call it.
    private static List<String> names(List<Command> path) {
        var names = new ArrayList<String>();
        for (var command : path.subList(1, path.size())) {
            names.add(command.name());
        }
        return names;
    }

    /// `jp help conversation …`: names of commands, and nothing else.
    private Answer help(CommandLineParser parser) {
        if (parser.askedByWord()) {
            commands(parser.command(), names(parser.path()), false);
        }
        return done();
    }

    /// The longest path wins, as when it is called; what lies deeper is offered beside the plugin's own.
    private Answer external(CommandLineParser parser, ParsedCommandLine.External external) {
        var words = new ArrayList<>(names(external.path()));
        int groups = words.size();
        words.addAll(external.words());
        if (parser.askedByWord()) {
            // the parser put --help behind them
            words.removeLast();
            below(words);
            return done();
        }
        for (int taken = words.size(); taken > groups; taken--) {
            for (var guest : guests.all()) {
                if (calls(words.subList(0, taken), guest)) {
                    return guest(guest, words, taken);
                }
            }
        }
        below(words);
        return done();
    }

    private static boolean calls(List<String> words, Guest guest) {
        return words.equals(guest.path()) || String.join("-", words).equals(guest.id());
    }

    /// Words of a plugin are the plugin's: where it does not say what it takes, the shell's files are a fair guess.
    private Answer guest(Guest guest, List<String> words, int taken) {
        var parser = new CommandLineParser(guest.command(), words.subList(taken, words.size()), true);
        if (parser.read().isPresent() || parser.optionsEnded()) {
            return Answer.ANY_FILE;
        }
        var awaiting = parser.awaiting();
        if (awaiting.isPresent()) {
            values(parser, awaiting.get(), "", false);
            return done();
        }
        next(parser, words, false);
        if (found.isEmpty() && !typed.startsWith("-") && parser.nextPositional().isEmpty()) {
            files = Files.ANY;
        }
        return done();
    }

    /// A word where an option, a command or a positional may stand.
    private void next(CommandLineParser parser, List<String> path, boolean ours) {
        if (typed.length() > 1 && typed.charAt(0) == '-' && typed.charAt(1) != '-') {
            letters(parser, ours);
        } else if (typed.startsWith("-")) {
            int equals = typed.indexOf('=');
            if (equals < 0) {
                options(parser);
            } else {
                var option = parser.named(typed.substring(2, equals));
                if (option.isPresent() && option.get().kind() == Argument.Kind.OPTION && wanted(parser, option.get())) {
                    values(parser, option.get(), typed.substring(0, equals + 1), ours);
                }
            }
        } else if (parser.command().group()) {
            commands(parser.command(), path, ours);
        } else {
            var positional = parser.nextPositional();
            if (positional.isPresent()) {
                values(parser, positional.get(), "", ours);
            } else if (typed.isEmpty() && ours) {
                options(parser);
            }
            if (!ours) {
                below(path);
            }
        }
    }

    /// Aliases only where nothing else fits: a list with everything twice is no help.
    private void commands(Command group, List<String> path, boolean ours) {
        for (var command : group.subcommands()) {
            add(command.name(), command.about());
        }
        below(path);
        if (found.isEmpty()) {
            for (var command : group.subcommands()) {
                for (var alias : command.aliases()) {
                    add(alias, command.about());
                }
            }
            if (ours) {
                add("help", "Print the help of a command");
            }
        }
    }

    /// The next word of every plugin's path that begins with these words. A plugin that ends there speaks for the
    /// word; one that goes deeper only lends it.
    private void below(List<String> words) {
        var deeper = new ArrayList<String>();
        for (var guest : guests.all()) {
            var path = guest.path();
            if (path.size() > words.size() && path.subList(0, words.size()).equals(words)) {
                if (path.size() == words.size() + 1) {
                    add(path.getLast(), guest.about());
                } else {
                    deeper.add(path.get(words.size()));
                }
            }
        }
        for (var word : deeper) {
            add(word, "");
        }
    }

    private void options(CommandLineParser parser) {
        for (var arg : parser.understood()) {
            if (wanted(parser, arg)) {
                add("--" + arg.name(), arg.help());
                letter(arg);
            }
        }
        add("--help", "Print help");
        if (typed.equals("-")) {
            add("-h", "Print help in short");
        }
    }

    /// The short names crowd the list; who types one dash may be after one of them.
    private void letter(Argument arg) {
        if (typed.equals("-") && arg.shortName() != Argument.NO_SHORT) {
            add("-" + arg.shortName(), arg.help());
        }
    }

    private static boolean wanted(CommandLineParser parser, Argument arg) {
        return arg.repeatable() || !parser.given(arg);
    }

    /// `-q` and `-qv` are whole; behind `-k` may stand a value, as in `-kchat` and `-k=chat`.
    private void letters(CommandLineParser parser, boolean ours) {
        for (int i = 1; i < typed.length(); i++) {
            var found = parser.lettered(typed.charAt(i));
            if (found.isEmpty()) {
                if (typed.equals("-h")) {
                    add(typed, "Print help in short");
                }
                return;
            }
            var arg = found.get();
            if (arg.kind() == Argument.Kind.OPTION && i + 1 < typed.length()) {
                values(parser, arg, typed.substring(0, typed.charAt(i + 1) == '=' ? i + 2 : i + 1), ours);
                return;
            }
            if (i + 1 == typed.length() && wanted(parser, arg)) {
                add(typed, arg.help());
            }
        }
    }

    /// `before` is what stands before the value in the same word.
    private void values(CommandLineParser parser, Argument arg, String before, boolean ours) {
        for (var value : arg.possibleValues()) {
            add(before + value, "");
        }
        if (!arg.possibleValues().isEmpty()) {
            return;
        }
        var place = new Place(List.copyOf(parser.path()), arg, parser.values(), typed.substring(before.length()));
        var answer = ours ? known.at(place) : Optional.<Answer>empty();
        if (answer.isEmpty()) {
            files = files(arg);
            return;
        }
        for (var candidate : answer.get().candidates()) {
            value(before, candidate);
        }
        files = found.isEmpty() ? answer.get().files() : Files.NONE;
    }

    /// A word of its own that begins with a dash would be read as an option.
    private void value(String before, Candidate candidate) {
        if (!before.isEmpty() || !candidate.text().startsWith("-")) {
            add(new Candidate(before + candidate.text(), candidate.said(), candidate.open()));
        }
    }

    /// By what the help calls the value: there is nothing else to tell a file's name from any other word.
    private static Files files(Argument arg) {
        return switch (arg.valueName()) {
            case "FILE", "PATH", "FILENAME" -> Files.ANY;
            case "DIR", "FOLDER", "DIRECTORY" -> Files.FOLDERS;
            default -> Files.NONE;
        };
    }

    private void add(String text, String about) {
        add(new Candidate(text, about));
    }

    private void add(Candidate candidate) {
        var text = candidate.text();
        if (found.size() < MOST && text.startsWith(typed) && fit(text) && texts.add(text)) {
            found.add(candidate);
        }
    }

    /// What a shell can take in one piece, and a reader for what it is. A name with a newline, an escape or an
    /// invisible letter in it is nobody's honest one.
    private static boolean fit(String text) {
        if (text.isEmpty() || text.length() > LONGEST_TEXT) {
            return false;
        }
        for (int at = 0; at < text.length(); at = text.offsetByCodePoints(at, 1)) {
            if (!VisibleText.drawn(text.codePointAt(at))) {
                return false;
            }
        }
        return true;
    }
}
