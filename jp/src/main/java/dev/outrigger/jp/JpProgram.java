package dev.outrigger.jp;

import dev.outrigger.hosting.context.JpContext;
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
import dev.outrigger.terminal.ParsedCommandLine;
import dev.outrigger.terminal.StreamLook;
import dev.outrigger.terminal.TabAnswer;
import dev.outrigger.terminal.program.CommandAction;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramShell;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.workspace.UserPlaces;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What the words of one call of `jp` mean.
final class JpProgram extends ProgramShell<JpContext> {
    JpProgram(Map<String, String> environment, Path folder, OutputStream out, OutputStream err) {
        super(environment, folder, out, err);
    }

    @Override
    protected int answer(List<String> words) throws OutputFailed {
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
                    return Problem.USAGE;
                });
            case ParsedCommandLine.Mistake mistake -> mistake(mistake, words);
        };
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
        var group = GroupHelp.at(names(path), path.getLast(), listing, plugins.registry());
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
    private final class External implements CommandAction<JpContext> {
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

    @Override
    protected Problem ownMistake(JpContext context, Throwable mistake) {
        context.log().bug("a command failed", mistake);
        return new Problem(
                "jp itself failed: " + mistake,
                "Its log in " + context.places().state().resolve("log") + " has the details; please report them.");
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
                printer(values, quiet),
                outLook,
                places,
                new RunLog(places.state().resolve("log"), LogLevel.of(values.count("verbose")), err));
    }
}
