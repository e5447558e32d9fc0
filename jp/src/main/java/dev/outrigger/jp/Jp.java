package dev.outrigger.jp;

import dev.outrigger.jp.commands.Commands;
import dev.outrigger.jp.completion.NamesHere;
import dev.outrigger.jp.finding.Call;
import dev.outrigger.jp.finding.Finder;
import dev.outrigger.jp.help.Group;
import dev.outrigger.jp.help.Guests;
import dev.outrigger.jp.help.Kept;
import dev.outrigger.jp.help.Overview;
import dev.outrigger.jp.plugin.PluginCall;
import dev.outrigger.jp.plugin.Search;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.HelpText;
import dev.outrigger.terminal.Look;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.OutputFormat;
import dev.outrigger.terminal.Parsed;
import dev.outrigger.terminal.Parser;
import dev.outrigger.terminal.Printer;
import dev.outrigger.terminal.Stream;
import dev.outrigger.terminal.Tab;
import dev.outrigger.terminal.Values;
import dev.outrigger.terminal.Visible;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.workspace.Places;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One call of `jp`, from its words to its exit code. Every failure ends here, in words for people.
final class Jp {
    private static final int FAILED = 1;
    private static final int USAGE = 2;
    /// EX_IOERR: what was to be changed is changed, and the words about it could not be written.
    private static final int DONE_UNSAID = 74;
    /// What a shell shows for a program that wrote into a pipe nobody reads any more.
    private static final int READER_LEFT = 141;

    private final Map<String, String> environment;
    private final Path folder;
    private final OutputStream out;
    private final OutputStream err;
    private final Look outLook;
    private final Look errLook;

    Jp(Map<String, String> environment, Path folder, OutputStream out, OutputStream err) {
        this.environment = environment;
        this.folder = folder;
        this.out = out;
        this.err = err;
        this.outLook = Look.of(Stream.STDOUT, environment);
        this.errLook = Look.of(Stream.STDERR, environment);
    }

    int run(List<String> words) {
        try {
            if (Tab.asked(words)) {
                return tab(words);
            }
            return switch (Parser.parse(Commands.ROOT, words)) {
                case Parsed.Run run -> guarded(session(run.values()), Commands.of(run.path()));
                case Parsed.External external -> external(external, words);
                case Parsed.Help(var path, var full, var globals) ->
                    guarded(session(globals), session -> {
                        plain().content(help(path, full, session, outLook));
                        return 0;
                    });
                case Parsed.Bare bare ->
                    guarded(session(bare.globals()), session -> {
                        if (session.json()) {
                            return mistake(bare.mistake(), words);
                        }
                        plain().error(help(bare.path(), false, session, errLook));
                        return USAGE;
                    });
                case Parsed.Mistake mistake -> mistake(mistake, words);
            };
        } catch (OutputFailed e) {
            return noOutput(e, false);
        }
    }

    private int tab(List<String> words) throws OutputFailed {
        return guarded(session(Values.none(List.of(Commands.ROOT)), true), session -> {
            var known = new Curious(session);
            var guests = new Guests(Commands.ROOT, known, new Kept(session.places(), environment));
            var names = new NamesHere(given -> session(given, true), known);
            plain().content(Tab.answer(words, Commands.ROOT, guests, names));
            return 0;
        });
    }

    /// A built-in command's, and below a group what plugins add to it.
    private static String help(List<Command> path, boolean full, Session session, Look look) throws OutputFailed {
        if (!path.getLast().group()) {
            return HelpText.render(path, full, look);
        }
        var plugins = new Guide(session);
        var listing = plugins.listing();
        if (path.size() == 1) {
            return HelpText.render(path, full, look) + Overview.section(listing, look);
        }
        var merged = new ArrayList<>(path);
        var group = Group.at(names(path), Optional.of(path.getLast()), listing, plugins.registry());
        merged.set(path.size() - 1, group.orElse(path.getLast()));
        return HelpText.render(merged, full, look);
    }

    private int external(Parsed.External external, List<String> words) throws OutputFailed {
        return guarded(session(external.globals()), new External(external, words));
    }

    /// Below `jp`, by their own names and not by aliases.
    private static List<String> names(List<Command> path) {
        var names = new ArrayList<String>();
        for (var command : path.subList(1, path.size())) {
            names.add(command.name());
        }
        return names;
    }

    /// Words that no built-in command takes.
    private final class External implements Act {
        private final Parsed.External parsed;
        private final Call call;
        private final List<String> words;

        External(Parsed.External parsed, List<String> words) {
            this.parsed = parsed;
            this.call = new Call(names(parsed.path()), false, parsed.words());
            this.words = words;
        }

        @Override
        public int run(Session session) throws Problem, OutputFailed {
            var finder = new Finder(session, Commands.ROOT);
            var routing = new Search(session, finder).route(call);
            var chosen = routing.chosen();
            return chosen.isPresent()
                    ? new PluginCall(chosen.get().offer(), routing.rest()).run(session)
                    : mistake(parsed.unknown(finder.nearby(call)), words);
        }
    }

    /// Runs a command, and says what went wrong if something does.
    private int guarded(Session session, Act command) throws OutputFailed {
        try {
            return command.run(session);
        } catch (Problem problem) {
            return say(session, problem);
        } catch (OutputFailed e) {
            return noOutput(e, session.isDone());
        } catch (InvalidPathException e) {
            // Whichever word, setting or variable it was: what the locale has no characters for is the name of no file.
            return say(
                    session,
                    new Problem(
                            "'" + Visible.line(e.getInput(), 500) + "' cannot be the name of a file here: "
                                    + e.getReason(),
                            "In another locale than UTF-8, names have ASCII characters only: LC_ALL=C.UTF-8 helps."));
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            session.log().bug("a command failed", e);
            return say(
                    session,
                    new Problem(
                            "jp itself failed: " + e,
                            "Its log in " + session.places().state().resolve("log")
                                    + " has the details; please report them."));
        }
    }

    private int say(Session session, Problem problem) throws OutputFailed {
        if (session.json()) {
            complain(problem.what(), problem.hint());
        } else if (!problem.what().isEmpty()) {
            // A plugin's reason may have lines; only the first is an error of ours.
            var what = problem.what().replace("\n", "\n  ");
            session.printer().error("error: " + what + (problem.hint().isEmpty() ? "" : "\n  " + problem.hint()));
        }
        return problem.exitCode();
    }

    private int mistake(Parsed.Mistake mistake, List<String> words) throws OutputFailed {
        if (OutputFormat.guessed(words) == Printer.Mode.JSON) {
            complain(mistake.message(), mistake.hint());
            return USAGE;
        }
        plain().error("error: " + mistake.message()
                + (mistake.hint().isEmpty() ? "" : "\n  " + mistake.hint())
                + "\n\nUsage: " + HelpText.usage(mistake.path())
                + "\nFor more, try --help.");
        return USAGE;
    }

    private void complain(String what, String hint) {
        var error = Json.object().put("error", what);
        if (!hint.isEmpty()) {
            error.put("hint", hint);
        }
        complain(JsonText.text(error.build()));
    }

    /// A reader that left has seen what it wanted; everything else is told, if there still is someone to tell.
    private int noOutput(OutputFailed failure, boolean done) {
        if (failure.kind() == OutputFailed.Kind.READER_LEFT) {
            return READER_LEFT;
        }
        if (failure.stream() == Stream.STDOUT) {
            complainInWords((done ? "warning: what was asked for is done, but " : "error: ") + "cannot write to "
                    + failure.getMessage());
        }
        return done ? DONE_UNSAID : FAILED;
    }

    private void complainInWords(String words) {
        try {
            plain().error(words);
        } catch (OutputFailed _) {
            // Nobody is left to hear it; the exit code says that something failed.
        }
    }

    private void complain(String line) {
        try {
            err.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException _) {
            // Nobody is left to hear it; the exit code says that something failed.
        }
    }

    private Printer plain() {
        return new Printer(out, err, outLook, errLook, Printer.Mode.TEXT, false);
    }

    private Session session(Values values) {
        return session(values, values.flag("quiet"));
    }

    private Session session(Values values, boolean quiet) {
        var places = Places.of(environment);
        return new Session(
                environment,
                folder,
                values,
                new Printer(out, err, outLook, errLook, OutputFormat.of(values), quiet),
                outLook,
                places,
                new Log(places.state().resolve("log"), LogLevel.of(values.count("verbose")), err));
    }
}
