package dev.outrigger.workspace.settings;

import dev.outrigger.wire.Json;
import dev.outrigger.workspace.WorkspaceProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What counts, after every layer was put on the one before.
public final class Settings {
    private final Json.Obj tree;
    private final Map<String, SettingsSource> sources;
    private final Set<String> secretVariables;
    private final LayerComplaints complaints;

    Settings(LayerMerge merge) {
        tree = merge.tree();
        sources = merge.sources();
        secretVariables = Set.copyOf(merge.secretVariables());
        complaints = merge.complaints();
    }

    /// A mistake in a file is a warning; a file that is no TOML, or a mistake in what the user just typed, a problem.
    public static Settings load(SettingsSources sources) throws WorkspaceProblem {
        var merge = new LayerMerge();
        new SettingsLayers(sources, merge).addAll();
        return new Settings(merge);
    }

    /// A text that is another as soon as a file is another that [#load] would read; for those who keep what they made
    /// of the settings. Nothing when variables or options set something, too.
    public static Optional<String> stamp(SettingsSources sources) throws WorkspaceProblem {
        return SettingsStamp.of(sources);
    }

    /// A dotted path of these names, quoted where they need it.
    public static String path(String... names) {
        return KeyPath.text(List.of(names));
    }

    public Json.Obj tree() {
        return tree;
    }

    /// What is at this path: a value, a table, or nothing.
    public Optional<Json> at(String path) {
        try {
            return Optional.ofNullable(KeyPath.at(tree, KeyPath.parse(path)));
        } catch (WorkspaceProblem _) {
            // No key has such a name.
            return Optional.empty();
        }
    }

    /// What a tree of settings has at a path: a value or a table, null where something may stand and does not (in files
    /// of the original jp, too), and nothing where there is no such key.
    public static Optional<Json> lookUp(Json.Obj tree, String path) {
        try {
            var names = KeyPath.parse(path);
            var value = KeyPath.at(tree, names);
            return value == null && (KeyTree.knows(names) || OriginalKeys.cover(names))
                    ? Optional.of(Json.Null.NULL)
                    : Optional.ofNullable(value);
        } catch (WorkspaceProblem _) {
            // No key has such a name.
            return Optional.empty();
        }
    }

    /// "" when there is none.
    public String text(String path) {
        return at(path).orElse(null) instanceof Json.Str(var text) ? text : "";
    }

    /// Only for a key with a default.
    public long wholeNumber(String path) {
        if (at(path).orElse(null) instanceof Json.Num(var digits)) {
            return Long.parseLong(digits);
        }
        throw new IllegalArgumentException("no whole number: " + path);
    }

    public List<SettingsWarning> warnings() {
        return complaints.warnings();
    }

    /// Those about a key at or below a path, an empty path for all.
    public List<SettingsWarning> warnings(String path) {
        return warnings().stream()
                .filter(each ->
                        path.isEmpty() || each.key().equals(path) || each.key().startsWith(path + "."))
                .toList();
    }

    /// One value that is no table, with its path.
    public record Entry(String path, Json value, ValueOrigin origin) {}

    /// Every value at or below a path, an empty path for all, with its origin.
    public List<Entry> entries(String path) {
        var entries = new ArrayList<Entry>();
        try {
            var names = path.isEmpty() ? new ArrayList<String>() : new ArrayList<>(KeyPath.parse(path));
            var value = KeyPath.at(tree, names);
            if (value != null) {
                collect(names, value, entries);
            }
        } catch (WorkspaceProblem _) {
            // No key has such a name.
            return List.of();
        }
        return entries;
    }

    private void collect(List<String> names, Json value, List<Entry> entries) {
        if (value instanceof Json.Obj(var fields)) {
            for (var field : fields.entrySet()) {
                names.addLast(field.getKey());
                collect(names, field.getValue(), entries);
                names.removeLast();
            }
            return;
        }
        var path = KeyPath.text(names);
        var source = sources.get(path);
        entries.add(new Entry(
                path,
                value,
                source == null ? new ValueOrigin(SettingsLayer.DEFAULTS, "", 0) : source.origin(List.copyOf(names))));
    }

    /// The tree as a plugin may see it: no environment of a tool or server, no options but its own.
    public Json.Obj forPlugin(String plugin) {
        return PluginView.withoutSecrets(tree, plugin);
    }

    /// A `config_delta` event likewise. The original jp has the settings in the event itself, ours in `delta`.
    public static Json.Obj deltaForPlugin(Json.Obj event, String plugin) {
        var shown = PluginView.withoutSecrets(event, plugin);
        return shown.get("delta").orElse(Json.Null.NULL) instanceof Json.Obj delta
                ? shown.with("delta", PluginView.withoutSecrets(delta, plugin))
                : shown;
    }

    /// The environment variables that nobody whom we start gets: what any `_env` key names as holding a secret, what
    /// those built in name, and every `JP_CFG_…`.
    public Set<String> secretVariables() {
        return secretVariables;
    }
}
