package dev.outrigger.jp.plugin;

import dev.outrigger.jp.Act;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.finding.Finder;
import dev.outrigger.jp.finding.Offer;
import dev.outrigger.jp.registry.Entry;
import dev.outrigger.jp.trust.Terms;
import dev.outrigger.jp.trust.Trust;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.Escapes;
import dev.outrigger.terminal.HelpText;
import dev.outrigger.terminal.Look;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Suggest;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// Words that are no built-in command, and the one that was found to serve them.
public final class PluginCall implements Act {
    private static final int USAGE = 2;

    private final Offer chosen;
    private final List<String> args;
    private final Finder finder;

    public PluginCall(Offer chosen, List<String> args, Finder finder) {
        this.chosen = chosen;
        this.args = args;
        this.finder = finder;
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        return switch (chosen) {
            case Offer.Program program ->
                asksForHelp() ? help(session, program) : new PluginCommand(program.plugin(), args).run(session);
            case Offer.Known known -> install(session, known);
            case Offer.Group group -> group(session, group);
        };
    }

    /// Of all words behind a plugin's path only these are ours, and not behind a `--`.
    private boolean asksForHelp() {
        for (var word : args) {
            if (word.equals("--")) {
                return false;
            }
            if (word.equals("-h") || word.equals("--help")) {
                return true;
            }
        }
        return false;
    }

    /// Help is a start, too, and needs the same approval.
    private static int help(Session session, Offer.Program program) throws Problem, OutputFailed {
        try (var _ = Trust.require(session, program.plugin())) {
            var command = Command.named(program.command().getLast())
                    .about("A plugin: " + Escapes.strip(program.plugin().file().toString()));
            session.printer().content(HelpText.render(command, words(program.command()), false, session.look()));
            return 0;
        }
    }

    /// What the registry knows is not here yet.
    private static int install(Session session, Offer.Known known) throws Problem, OutputFailed {
        throw notInstalled(known.entry(), Terms.of(known.entry().id(), session.settings()), known.wanted());
    }

    private static Problem notInstalled(Entry entry, Terms terms, boolean wanted) {
        var words = String.join(" ", entry.command());
        if (terms.run() == Terms.Run.DENY) {
            return new Problem(
                    "`jp " + words + "` is not allowed to run here",
                    terms.key("run") + " is \"deny\" in " + terms.origin("run").text() + ".");
        }
        return wanted
                ? new Problem("`jp " + words + "` is not installed", "Install it: jp plugin install " + words)
                : new Problem(
                        "`jp " + words + "` is not installed, and not to be",
                        terms.key("install") + " is false in "
                                + terms.origin("install").text() + ".");
    }

    private int group(Session session, Offer.Group group) throws Problem, OutputFailed {
        var names = new TreeSet<String>();
        for (var path : finder.below(group.command())) {
            names.add(path.get(group.command().size()));
        }
        if (!args.isEmpty() && !args.getFirst().startsWith("-")) {
            var nearest = Suggest.nearest(args.getFirst(), names);
            throw new Problem(
                    "`jp " + String.join(" ", group.command()) + "` has no command '" + args.getFirst() + "'",
                    nearest.isPresent()
                            ? "Did you mean '" + nearest.get() + "'?"
                            : "It has: " + String.join(", ", names),
                    USAGE);
        }
        var command = Command.named(group.command().getLast()).about(Escapes.strip(group.description()));
        for (var name : names) {
            command = command.sub(Command.named(Escapes.strip(name)));
        }
        var words = words(group.command());
        if (asksForHelp()) {
            session.printer().content(HelpText.render(command, words, false, session.look()));
            return 0;
        }
        session.printer().error(HelpText.render(command, words, false, new Look(false, false, session.columns())));
        return USAGE;
    }

    private static List<String> words(List<String> command) {
        var words = new ArrayList<String>();
        words.add("jp");
        words.addAll(command);
        return words;
    }
}
