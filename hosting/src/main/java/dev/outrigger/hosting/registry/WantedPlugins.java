package dev.outrigger.hosting.registry;

import dev.outrigger.hosting.web.UrlRules;
import dev.outrigger.terminal.Suggestions;
import dev.outrigger.terminal.program.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Words that name plugins, each by its command path or its id: `serve web titles` are two, where `serve web` is one.
public final class WantedPlugins {
    private WantedPlugins() {}

    /// The longest path counts, from the left.
    public static List<RegistryEntry> in(PluginRegistry registry, List<String> words) throws Problem {
        var names = new ArrayList<String>();
        for (var entry : registry.entries()) {
            names.add(entry.name());
            names.add(entry.id());
        }
        return in(
                words,
                command -> registry.at(command),
                id -> registry.byId(id),
                word -> unknown(
                        word, "the registry has no plugin", names, "`jp plugin update` fetches the newest list."));
    }

    public static List<InstalledPrograms.One> in(InstalledPrograms installed, List<String> words) throws Problem {
        var names = new ArrayList<String>();
        for (var one : installed.all()) {
            names.add(one.name());
            names.add(one.id());
        }
        return in(
                words,
                installed::at,
                installed::byId,
                word -> unknown(word, "there is no installed plugin", names, ""));
    }

    private static <T> List<T> in(
            List<String> given,
            Function<List<String>, Optional<T>> byCommand,
            Function<String, Optional<T>> byId,
            Function<String, Problem> unknown)
            throws Problem {
        var words = new ArrayList<String>();
        for (var each : given) {
            words.addAll(List.of(each.strip().split(" +")));
        }
        var found = new ArrayList<T>();
        for (int from = 0; from < words.size(); ) {
            var one = Optional.<T>empty();
            int to = words.size();
            for (; one.isEmpty() && to > from; to--) {
                one = byCommand.apply(words.subList(from, to));
            }
            to++;
            if (one.isEmpty()) {
                to = from + 1;
                one = byId.apply(words.get(from));
            }
            if (one.isEmpty()) {
                throw unknown.apply(words.get(from));
            }
            if (!found.contains(one.get())) {
                found.add(one.get());
            }
            from = to;
        }
        return found;
    }

    private static Problem unknown(String word, String what, List<String> names, String hint) {
        var near = Suggestions.nearest(word, names);
        return new Problem(
                what + " '" + UrlRules.shown(word) + "'",
                near.isPresent() ? "Did you mean '" + near.get() + "'?" : hint);
    }
}
