package dev.outrigger.workspace.settings;

import dev.outrigger.wire.Json;
import java.util.LinkedHashMap;
import java.util.List;

/// What a plugin does not get to see.
final class PluginView {
    private static final List<String> PLUGINS = List.of("plugins", "command");

    private PluginView() {}

    static Json.Obj withoutSecrets(Json.Obj tree, String plugin) {
        var open = hide(tree, KeyTree.root());
        if (!(KeyPath.at(open, PLUGINS) instanceof Json.Obj(var plugins))) {
            return open;
        }
        var shown = new LinkedHashMap<String, Json>();
        for (var entry : plugins.entrySet()) {
            shown.put(
                    entry.getKey(),
                    entry.getKey().equals(plugin) || !(entry.getValue() instanceof Json.Obj settings)
                            ? entry.getValue()
                            : without(settings, "options"));
        }
        return KeyPath.with(open, PLUGINS, new Json.Obj(shown));
    }

    private static Json.Obj without(Json.Obj table, String name) {
        var fields = new LinkedHashMap<>(table.fields());
        fields.remove(name);
        return new Json.Obj(fields);
    }

    private static Json.Obj hide(Json.Obj table, KeyTree node) {
        var fields = new LinkedHashMap<String, Json>();
        for (var field : table.fields().entrySet()) {
            var next = node.child(field.getKey());
            if (next == null || (next.key() != null && !next.key().secret())) {
                fields.put(field.getKey(), field.getValue());
            } else if (next.key() == null && field.getValue() instanceof Json.Obj inner) {
                fields.put(field.getKey(), hide(inner, next));
            } else if (next.key() == null && !next.holdsSecrets()) {
                // As the original has it: `assistant.model.id = "provider/name"`. Elsewhere, what is no table may be
                // what was meant for the secrets of one.
                fields.put(field.getKey(), field.getValue());
            }
        }
        return new Json.Obj(fields);
    }
}
