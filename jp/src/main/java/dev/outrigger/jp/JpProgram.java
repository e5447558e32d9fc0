package dev.outrigger.jp;

import dev.outrigger.hosting.context.CommandAction;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.context.Problem;
import dev.outrigger.hosting.context.RunLog;
import dev.outrigger.hosting.finding.CallWords;
import dev.outrigger.hosting.finding.PluginFinder;
import dev.outrigger.hosting.visit.CallSearch;
import dev.outrigger.jp.commands.Commands;
import dev.outrigger.jp.completion.JpCandidates;
import dev.outrigger.jp.help.GroupHelp;
import dev.outrigger.jp.help.PluginCommands;
import dev.outrigger.jp.help.PluginListCache;
import dev.outrigger.jp.help.PluginOverview;
import dev.outrigger.jp.help.PluginsForHelp;
import dev.outrigger.jp.help.PluginsForTab;
import dev.outrigger.terminal.ArgumentValues;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.CommandLineParser;
import dev.outrigger.terminal.HelpText;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.OutputFormat;
import dev.outrigger.terminal.OutputStreamName;
import dev.outrigger.terminal.ParsedCommandLine;
import dev.outrigger.terminal.Printer;
import dev.outrigger.terminal.StreamLook;
import dev.outrigger.terminal.TabAnswer;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.workspace.UserPlaces;
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
final class JpProgram {
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
    private final StreamLook outLook;
    private final StreamLook errLook;

    JpProgram(Map<String, String> environment, Path folder, OutputStream out, OutputStream err) {
        this.environment = environment;
        this.folder = folder;
        this.out = out;
        this.err = err;
        this.outLook = StreamLook.of(OutputStreamName.STDOUT, environment);
        this.errLook = StreamLook.of(OutputStreamName.STDERR, environment);
    }

    int run(List<String> words) {
        try {
            if (TabAnswer.asked(words)) {
                return tab(words);
            }
            return switch (CommandLineParser.parse(Commands.ROOT, words)) {
                case ParsedCommandLine.Run run -> guarded(context(run.values()), Commands.of(run.path()));
                case ParsedCommandLine.External external -> external(external, words);
                case ParsedCommandLine.Help(var path, var full, var globals) ->
                    guarded(context(globals), context -> {
                        plain().content(help(path, full, context, outLook));
                        return 0;
                    });
                case ParsedCommandLine.Bare bare ->
                    guarded(context(bare.globals()), context -> {
                        if (context.json()) {
                            return mistake(bare.mistake(), words);
                        }
                        plain().error(help(bare.path(), false, context, errLook));
                        return USAGE;
                    });
                case ParsedCommandLine.Mistake mistake -> mistake(mistake, words);
            };
        } catch (OutputFailed e) {
            return noOutput(e, false);
        }
    }

    private int tab(List<String> words) throws OutputFailed {
        return guarded(context(ArgumentValues.none(List.of(Commands.ROOT)), true), context -> {
            var known = new PluginsForTab(context);
            var guests = new PluginCommands(Commands.ROOT, known, new PluginListCache(context.places(), environment));
            var names = new JpCandidates(given -> context(given, true), known);
            plain().content(TabAnswer.answer(words, Commands.ROOT, guests, names));
            return 0;
        });
    }

    /// A built-in command's, and below a group what plugins add to it.
    private static String help(List<Command> path, boolean full, JpContext context, StreamLook look)
            throws OutputFailed {
        if (!path.getLast().group()) {
            return HelpText.render(path, full, look);
        }
        var plugins = new PluginsForHelp(context);
        var listing = plugins.listing();
        if (path.size() == 1) {
            return HelpText.render(path, full, look) + PluginOverview.section(listing, look);
        }
        var merged = new ArrayList<>(path);
        var group = GroupHelp.at(names(path), Optional.of(path.getLast()), listing, plugins.registry());
        merged.set(path.size() - 1, group.orElse(path.getLast()));
        return HelpText.render(merged, full, look);
    }

    private int external(ParsedCommandLine.External external, List<String> words) throws OutputFailed {
        return guarded(context(external.globals()), new External(external, words));
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
    private final class External implements CommandAction {
        private final ParsedCommandLine.External parsed;
        private final CallWords call;
        private final List<String> words;

        External(ParsedCommandLine.External parsed, List<String> words) {
            this.parsed = parsed;
            this.call = new CallWords(names(parsed.path()), false, parsed.words());
            this.words = words;
        }

        @Override
        public int run(JpContext context) throws Problem, OutputFailed {
            var finder = new PluginFinder(context);
            var routing = new CallSearch(context, finder).route(call);
            var chosen = routing.chosen();
            return chosen.isPresent()
                    ? new FoundCommand(chosen.get().offer(), routing.rest()).run(context)
                    : mistake(parsed.unknown(finder.nearby(call)), words);
        }
    }

    /// Runs a command, and says what went wrong if something does.
    private int guarded(JpContext context, CommandAction command) throws OutputFailed {
        try {
            return command.run(context);
        } catch (Problem problem) {
            return say(context, problem);
        } catch (OutputFailed e) {
            return noOutput(e, context.isDone());
        } catch (InvalidPathException e) {
            // Whichever word, setting or variable it was: what the locale has no characters for is the name of no file.
            return say(
                    context,
                    new Problem(
                            "'" + VisibleText.line(e.getInput(), 500) + "' cannot be the name of a file here: "
                                    + e.getReason(),
                            "In another locale than UTF-8, names have ASCII characters only: LC_ALL=C.UTF-8 helps."));
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            context.log().bug("a command failed", e);
            return say(
                    context,
                    new Problem(
                            "jp itself failed: " + e,
                            "Its log in " + context.places().state().resolve("log")
                                    + " has the details; please report them."));
        }
    }

    private int say(JpContext context, Problem problem) throws OutputFailed {
        if (context.json()) {
            complain(problem.what(), problem.hint());
        } else if (!problem.what().isEmpty()) {
            // A plugin's reason may have lines; only the first is an error of ours.
            var what = problem.what().replace("\n", "\n  ");
            context.printer().error("error: " + what + (problem.hint().isEmpty() ? "" : "\n  " + problem.hint()));
        }
        return problem.exitCode();
    }

    private int mistake(ParsedCommandLine.Mistake mistake, List<String> words) throws OutputFailed {
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
        if (failure.stream() == OutputStreamName.STDOUT) {
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

    private JpContext context(ArgumentValues values) {
        return context(values, values.flag("quiet"));
    }

    private JpContext context(ArgumentValues values, boolean quiet) {
        var places = UserPlaces.of(environment);
        return new JpContext(
                Commands.ROOT,
                environment,
                folder,
                values,
                new Printer(out, err, outLook, errLook, OutputFormat.of(values), quiet),
                outLook,
                places,
                new RunLog(places.state().resolve("log"), LogLevel.of(values.count("verbose")), err));
    }
}
