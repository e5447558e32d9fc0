package dev.outrigger.jp;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.describe.PluginDescriptions;
import dev.outrigger.hosting.describe.PluginHelp;
import dev.outrigger.hosting.finding.PluginOffer;
import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.registry.Installer;
import dev.outrigger.hosting.registry.RegistryEntry;
import dev.outrigger.hosting.visit.PluginRun;
import dev.outrigger.hosting.visit.RequestedInterview;
import dev.outrigger.jp.help.GroupHelp;
import dev.outrigger.jp.help.PluginsForHelp;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.HelpText;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.StreamLook;
import dev.outrigger.terminal.Suggestions;
import dev.outrigger.terminal.TerminalEscapes;
import dev.outrigger.terminal.program.CommandAction;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.command.LogLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Words that are no built-in command, and the one that was found to serve them.
public final class FoundCommand implements CommandAction<JpContext> {
    private static final int USAGE = 2;
    private static final int LONGEST_ABOUT = 500;

    private final PluginOffer chosen;
    private final List<String> args;

    public FoundCommand(PluginOffer chosen, List<String> args) {
        this.chosen = chosen;
        this.args = args;
    }

    @Override
    public int run(JpContext context) throws Problem, OutputFailed {
        var asked = PluginHelp.asked(args);
        return switch (chosen) {
            case PluginOffer.Program program ->
                asked.isPresent()
                        ? help(context, program, asked.get())
                        : new PluginRun(program.plugin(), args).run(context);
            case PluginOffer.Known known ->
                asked.isPresent() ? help(context, known.entry()) : install(context, known.entry());
            case PluginOffer.Group group -> group(context, group, asked.isPresent());
        };
    }

    private static int help(JpContext context, PluginOffer.Program program, PluginHelp.Asked asked)
            throws Problem, OutputFailed {
        var descriptions = PluginDescriptions.open(context.places().state());
        try (var requested = new RequestedInterview(context)) {
            var description = descriptions.learn(program.plugin(), requested);
            var below = below(context, program.command());
            context.printer().content(PluginHelp.text(description, program.command(), asked, below, context.look()));
        }
        for (var trouble : descriptions.troubles()) {
            context.log().add(LogLevel.WARN, "jp", trouble);
        }
        return 0;
    }

    private static List<Command> below(JpContext context, List<String> path) throws OutputFailed {
        var guide = new PluginsForHelp(context);
        var group = GroupHelp.at(path, null, guide.listing(), guide.registry());
        return group.isPresent() ? group.get().subcommands() : List.of();
    }

    /// What is not here can only be told by the registry.
    private static int help(JpContext context, RegistryEntry entry) throws OutputFailed {
        var command = Command.named(entry.command().getLast())
                .about(TerminalEscapes.oneLine(entry.description(), LONGEST_ABOUT) + " (not installed)");
        context.printer().content(HelpText.render(command, words(entry.command()), false, context.look()));
        context.printer().content("\nInstall it: jp plugin install " + entry.name() + "\n");
        return 0;
    }

    private int install(JpContext context, RegistryEntry entry) throws Problem, OutputFailed {
        var file = Installer.onCall(context, entry);
        return new PluginRun(new PluginProgram(entry.id(), file, PluginProgram.Source.INSTALLED), args).run(context);
    }

    private int group(JpContext context, PluginOffer.Group group, boolean helpAsked) throws Problem, OutputFailed {
        var guide = new PluginsForHelp(context);
        var command = GroupHelp.at(group.command(), null, guide.listing(), guide.registry())
                .orElse(Command.named(group.command().getLast()));
        if (!args.isEmpty() && !args.getFirst().startsWith("-")) {
            throw noSuchCommand(group, command);
        }
        var words = words(group.command());
        if (helpAsked) {
            context.printer()
                    .content(
                            HelpText.render(command, words, false, context.look()) + GroupHelp.footer(group.command()));
            return 0;
        }
        if (context.json()) {
            throw new Problem("`" + String.join(" ", words) + "` wants a command", "It has: " + names(command), USAGE);
        }
        var help = HelpText.render(command, words, false, new StreamLook(false, false, context.columns()));
        context.printer().error(help + GroupHelp.footer(group.command()));
        return USAGE;
    }

    private Problem noSuchCommand(PluginOffer.Group group, Command command) {
        var names = command.subcommands().stream().map(Command::name).toList();
        var nearest = Suggestions.nearest(args.getFirst(), names);
        return new Problem(
                "`jp " + String.join(" ", group.command()) + "` has no command '" + args.getFirst() + "'",
                nearest.isPresent() ? "Did you mean '" + nearest.get() + "'?" : "It has: " + names(command),
                USAGE);
    }

    private static String names(Command group) {
        return group.subcommands().stream().map(Command::name).collect(Collectors.joining(", "));
    }

    private static List<String> words(List<String> command) {
        var words = new ArrayList<String>();
        words.add("jp");
        words.addAll(command);
        return words;
    }
}
