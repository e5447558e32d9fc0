package dev.outrigger.jp.commands;

import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.finding.Call;
import dev.outrigger.jp.finding.Finder;
import dev.outrigger.jp.finding.Names;
import dev.outrigger.jp.finding.Offer;
import dev.outrigger.jp.finding.Plugin;
import dev.outrigger.jp.plugin.Search;
import dev.outrigger.jp.trust.Terms;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Suggest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which plugin a command is about: named by the words that call it, or by its id.
final class PluginChosen {
    static final Arg NAME = Arg.positional("NAME", "The words that call it (serve web), or its id (serve-web)")
            .many();

    private PluginChosen() {}

    /// The words as one would type them behind `jp`; a whole path may stand in quotes.
    static List<String> words(Session session) {
        var words = new ArrayList<String>();
        for (var given : session.values().all("NAME")) {
            for (var word : given.split(" ")) {
                if (!word.isEmpty()) {
                    words.add(word);
                }
            }
        }
        return words;
    }

    /// The program that a call of this name would start.
    static Plugin program(Session session) throws Problem, OutputFailed {
        var words = words(session);
        var finder = new Finder(session, Commands.ROOT);
        var found = program(session, finder, words);
        if (found.isPresent()) {
            return found.get();
        }
        var name = String.join(" ", words);
        var call = Call.of(Commands.ROOT, words);
        if (call.served() || (!call.builtIn().isEmpty() && call.words().isEmpty())) {
            throw new Problem("`jp " + name + "` is built in, no plugin", "");
        }
        var registry = finder.registry();
        if (registry.isPresent()
                && (registry.get().at(words).isPresent()
                        || registry.get().byId(Names.id(words)).isPresent())) {
            throw new Problem("`jp " + name + "` is not installed", "Install it: jp plugin install " + name);
        }
        throw unknown(finder, words);
    }

    static Problem unknown(Finder finder, List<String> words) throws Problem, OutputFailed {
        var names = new ArrayList<String>();
        for (var path : finder.below(List.of())) {
            names.add(String.join(" ", path));
        }
        for (var plugin : finder.programs().all()) {
            names.add(plugin.id());
        }
        var nearest = Suggest.nearest(String.join(" ", words), names);
        return new Problem(
                "there is no plugin '" + String.join(" ", words) + "' here",
                nearest.isPresent()
                        ? "Did you mean '" + nearest.get() + "'?"
                        : "`jp plugin list` lists those there are.");
    }

    private static Optional<Plugin> program(Session session, Finder finder, List<String> words)
            throws Problem, OutputFailed {
        var routing = new Search(session, finder).route(Call.of(Commands.ROOT, words));
        var chosen = routing.chosen();
        return chosen.isPresent()
                        && chosen.get().offer() instanceof Offer.Program program
                        && routing.rest().isEmpty()
                ? Optional.of(program.plugin())
                : Optional.empty();
    }

    /// The id, also of one that is gone while the settings still speak of it.
    static String id(Session session) throws Problem, OutputFailed {
        var words = words(session);
        var id = Names.id(words);
        var found = program(session, new Finder(session, Commands.ROOT), words);
        if (found.isPresent()) {
            return found.get().id();
        }
        return session.settings().at(Terms.keyOf(id)).isPresent()
                ? id
                : program(session).id();
    }
}
