package dev.outrigger.jp.help;

import dev.outrigger.hosting.program.CommandPaths;
import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.TerminalEscapes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The plugins that a user can call, each by the words that call it, sorted by these. One that no words lead to is not
/// in it.
public record PluginListing(List<Row> rows) {
    private static final int LONGEST_ABOUT = 500;

    public static final PluginListing EMPTY = new PluginListing(List.of());

    /// How it is with a plugin.
    public enum State {
        READY(""),
        NOT_APPROVED("(not approved)"),
        SILENT("(no description)"),
        NOT_INSTALLED("(not installed)");

        private final String mark;

        State(String mark) {
            this.mark = mark;
        }

        /// A description, and this behind it.
        String behind(String about) {
            return about.isEmpty() || mark.isEmpty() ? about + mark : about + " " + mark;
        }
    }

    /// Whether a plugin may run. Whoever says it must not ask the user.
    public interface Approvals {
        boolean given(PluginProgram plugin);
    }

    /// One plugin; `about` is "" when nothing is known of it.
    public record Row(List<String> path, PluginProgram plugin, String about, State state) {
        /// What it is, and how it is with it.
        public String text() {
            return state.behind(about);
        }
    }

    /// Each plugin by the path it declares; by its file's name when it declares none, or when that path leads to
    /// another: to a built-in command, or to a plugin that comes before it.
    public static PluginListing of(Command builtIns, KnownPlugins known, Approvals approvals) {
        var owners = new HashMap<String, Path>();
        for (var source : PluginProgram.Source.values()) {
            for (var plugin : known.plugins()) {
                if (plugin.source() == source) {
                    owners.putIfAbsent(plugin.id(), plugin.file());
                }
            }
            for (var plugin : known.plugins()) {
                if (plugin.source() == source) {
                    owners.putIfAbsent(key(declared(builtIns, known, plugin)), plugin.file());
                }
            }
        }
        var rows = new TreeMap<String, Row>();
        for (var plugin : known.plugins()) {
            var brief = known.brief(plugin).orElse(null);
            var path = path(plugin, declared(builtIns, known, plugin), builtIns, owners);
            if (!path.isEmpty()) {
                var about = about(known, plugin, brief);
                rows.put(String.join(" ", path), new Row(path, plugin, about, state(plugin, brief, approvals)));
            }
        }
        return new PluginListing(List.copyOf(rows.values()));
    }

    /// Those whose path goes on behind these words.
    public List<Row> below(List<String> words) {
        var below = new ArrayList<Row>();
        for (var row : rows) {
            if (CommandPaths.below(row.path, words)) {
                below.add(row);
            }
        }
        return below;
    }

    private static List<String> declared(Command builtIns, KnownPlugins known, PluginProgram plugin) {
        var brief = known.brief(plugin);
        if (brief.isPresent() && CommandPaths.sound(brief.get().command())) {
            return CommandPaths.canonical(builtIns, brief.get().command());
        }
        var installed = known.installed(plugin);
        return installed.isPresent() && CommandPaths.sound(installed.get().command())
                ? CommandPaths.canonical(builtIns, installed.get().command())
                : List.of();
    }

    /// Words that are joined by a dash in a file's name are the same words.
    private static String key(List<String> path) {
        return String.join("-", path);
    }

    private static List<String> path(
            PluginProgram plugin, List<String> declared, Command builtIns, Map<String, Path> owners) {
        if (!declared.isEmpty()
                && plugin.file().equals(owners.get(key(declared)))
                && CommandPaths.reaches(builtIns, declared)) {
            return declared;
        }
        var named = CommandPaths.ofId(plugin.id());
        return plugin.file().equals(owners.get(plugin.id()))
                        && CommandPaths.sound(named)
                        && CommandPaths.reaches(builtIns, named)
                ? named
                : List.of();
    }

    /// Its own words, else those of the registry.
    private static String about(KnownPlugins known, PluginProgram plugin, KnownPlugins.@Nullable Brief brief) {
        if (brief != null && brief.answered()) {
            return brief.about();
        }
        var installed = known.installed(plugin);
        return installed.isPresent() ? TerminalEscapes.oneLine(installed.get().description(), LONGEST_ABOUT) : "";
    }

    private static State state(PluginProgram plugin, KnownPlugins.@Nullable Brief brief, Approvals approvals) {
        if (!approvals.given(plugin)) {
            return State.NOT_APPROVED;
        }
        return brief != null && !brief.answered() ? State.SILENT : State.READY;
    }
}
