package dev.outrigger.jp.plugin;

import dev.outrigger.jp.Act;
import dev.outrigger.jp.Guide;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.describe.Descriptions;
import dev.outrigger.jp.describe.PluginHelp;
import dev.outrigger.jp.finding.Offer;
import dev.outrigger.jp.finding.Plugin;
import dev.outrigger.jp.help.Group;
import dev.outrigger.jp.registry.Entry;
import dev.outrigger.jp.registry.Installer;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.Escapes;
import dev.outrigger.terminal.HelpText;
import dev.outrigger.terminal.Look;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Suggest;
import dev.outrigger.wire.command.LogLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Words that are no built-in command, and the one that was found to serve them.
public final class PluginCall implements Act {
    private static final int USAGE = 2;
    private static final int LONGEST_ABOUT = 500;

    private final Offer chosen;
    private final List<String> args;

    public PluginCall(Offer chosen, List<String> args) {
        this.chosen = chosen;
        this.args = args;
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var asked = PluginHelp.asked(args);
        return switch (chosen) {
            case Offer.Program program ->
                asked.isPresent()
                        ? help(session, program, asked.get())
                        : new PluginCommand(program.plugin(), args).run(session);
            case Offer.Known known ->
                asked.isPresent() ? help(session, known.entry()) : install(session, known.entry());
            case Offer.Group group -> group(session, group, asked.isPresent());
        };
    }

    private static int help(Session session, Offer.Program program, PluginHelp.Asked asked)
            throws Problem, OutputFailed {
        var descriptions = Descriptions.open(session.places().state());
        try (var requested = new Requested(session)) {
            var description = descriptions.learn(program.plugin(), requested);
            var below = below(session, program.command());
            session.printer().content(PluginHelp.text(description, program.command(), asked, below, session.look()));
        }
        for (var trouble : descriptions.troubles()) {
            session.log().add(LogLevel.WARN, "jp", trouble);
        }
        return 0;
    }

    private static List<Command> below(Session session, List<String> path) throws OutputFailed {
        var guide = new Guide(session);
        var group = Group.at(path, Optional.empty(), guide.listing(), guide.registry());
        return group.isPresent() ? group.get().subcommands() : List.of();
    }

    /// What is not here can only be told by the registry.
    private static int help(Session session, Entry entry) throws OutputFailed {
        var command = Command.named(entry.command().getLast())
                .about(Escapes.oneLine(entry.description(), LONGEST_ABOUT) + " (not installed)");
        session.printer().content(HelpText.render(command, words(entry.command()), false, session.look()));
        session.printer().content("\nInstall it: jp plugin install " + entry.name() + "\n");
        return 0;
    }

    private int install(Session session, Entry entry) throws Problem, OutputFailed {
        var file = Installer.onCall(session, entry);
        return new PluginCommand(new Plugin(entry.id(), file, Plugin.Source.INSTALLED), args).run(session);
    }

    private int group(Session session, Offer.Group group, boolean helpAsked) throws Problem, OutputFailed {
        var guide = new Guide(session);
        var command = Group.at(group.command(), Optional.empty(), guide.listing(), guide.registry())
                .orElse(Command.named(group.command().getLast()));
        if (!args.isEmpty() && !args.getFirst().startsWith("-")) {
            throw noSuchCommand(group, command);
        }
        var words = words(group.command());
        if (helpAsked) {
            session.printer()
                    .content(HelpText.render(command, words, false, session.look()) + Group.footer(group.command()));
            return 0;
        }
        if (session.json()) {
            throw new Problem("`" + String.join(" ", words) + "` wants a command", "It has: " + names(command), USAGE);
        }
        var help = HelpText.render(command, words, false, new Look(false, false, session.columns()));
        session.printer().error(help + Group.footer(group.command()));
        return USAGE;
    }

    private Problem noSuchCommand(Offer.Group group, Command command) {
        var names = command.subcommands().stream().map(Command::name).toList();
        var nearest = Suggest.nearest(args.getFirst(), names);
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
