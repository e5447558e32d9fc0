package dev.outrigger.jp.commands.plugin;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.finding.CallWords;
import dev.outrigger.hosting.finding.PluginFinder;
import dev.outrigger.hosting.finding.PluginOffer;
import dev.outrigger.hosting.program.CommandNames;
import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.program.PluginTerms;
import dev.outrigger.hosting.visit.CallSearch;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Suggestions;
import dev.outrigger.terminal.program.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which plugin a command is about: named by the words that call it, or by its id.
final class ChosenPlugin {
    static final Argument NAME = Argument.positional(
                    "NAME", "The words that call it (serve web), or its id (serve-web)")
            .many();

    private ChosenPlugin() {}

    /// The words as one would type them behind `jp`; a whole path may stand in quotes.
    static List<String> words(JpContext context) {
        var words = new ArrayList<String>();
        for (var given : context.values().all("NAME")) {
            for (var word : given.split(" ")) {
                if (!word.isEmpty()) {
                    words.add(word);
                }
            }
        }
        return words;
    }

    /// The program that a call of this name would start.
    static PluginProgram program(JpContext context) throws Problem, OutputFailed {
        var words = words(context);
        var finder = new PluginFinder(context);
        var found = program(context, finder, words);
        if (found.isPresent()) {
            return found.get();
        }
        var name = String.join(" ", words);
        var call = CallWords.of(context.commands(), words);
        if (call.served() || (!call.builtIn().isEmpty() && call.words().isEmpty())) {
            throw new Problem("`jp " + name + "` is built in, no plugin", "");
        }
        var registry = finder.registry();
        if (registry.isPresent()
                && (registry.get().at(words).isPresent()
                        || registry.get().byId(CommandNames.id(words)).isPresent())) {
            throw new Problem("`jp " + name + "` is not installed", "Install it: jp plugin install " + name);
        }
        throw unknown(finder, words);
    }

    static Problem unknown(PluginFinder finder, List<String> words) throws Problem, OutputFailed {
        var names = new ArrayList<String>();
        for (var path : finder.below(List.of())) {
            names.add(String.join(" ", path));
        }
        for (var plugin : finder.programs().all()) {
            names.add(plugin.id());
        }
        var nearest = Suggestions.nearest(String.join(" ", words), names);
        return new Problem(
                "there is no plugin '" + String.join(" ", words) + "' here",
                nearest.isPresent()
                        ? "Did you mean '" + nearest.get() + "'?"
                        : "`jp plugin list` lists those there are.");
    }

    private static Optional<PluginProgram> program(JpContext context, PluginFinder finder, List<String> words)
            throws Problem, OutputFailed {
        var routing = new CallSearch(context, finder).route(CallWords.of(context.commands(), words));
        var chosen = routing.chosen();
        return chosen.isPresent()
                        && chosen.get().offer() instanceof PluginOffer.Program program
                        && routing.rest().isEmpty()
                ? Optional.of(program.plugin())
                : Optional.empty();
    }

    /// The id, also of one that is gone while the settings still speak of it.
    static String id(JpContext context) throws Problem, OutputFailed {
        var words = words(context);
        var id = CommandNames.id(words);
        var found = program(context, new PluginFinder(context), words);
        if (found.isPresent()) {
            return found.get().id();
        }
        return context.settings().at(PluginTerms.keyOf(id)).isPresent()
                ? id
                : program(context).id();
    }
}
