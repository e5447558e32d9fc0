package dev.outrigger.hosting.describe;

import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.schema.Schema;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.settings.Settings;
import java.util.ArrayList;
import java.util.List;

/// Whether what the user set for a plugin is what the plugin says it understands.
public sealed interface OptionsCheck {
    record Fine() implements OptionsCheck {}

    /// `plugins.command.serve-web.options.port: expected integer, got string (~/.config/jp/config.toml:12)`. Not to be
    /// run with these.
    record Wrong(String words) implements OptionsCheck {}

    /// The schema is of no use; the plugin may run all the same.
    record NoSchema(String words) implements OptionsCheck {}

    /// Loads what it takes to check only when options are set, the plugin is known to have a schema, and these options
    /// are not the ones that were found to fit the last time.
    static OptionsCheck of(PluginProgram plugin, PluginDescriptions descriptions, Settings settings) {
        var set = settings.at(Settings.path("plugins", "command", plugin.id(), "options"));
        var options = set.orElse(Json.EMPTY) instanceof Json.Obj object ? object : Json.EMPTY;
        if (options.fields().isEmpty()) {
            return new Fine();
        }
        var remembered = descriptions.remembered(plugin);
        if (remembered.isEmpty() || !remembered.get().options() || descriptions.fitted(plugin, options)) {
            return new Fine();
        }
        var description = descriptions.known(plugin);
        if (description.isEmpty()) {
            return new Fine();
        }
        var check = of(description.get(), options, plugin.id(), settings);
        if (check instanceof Fine) {
            descriptions.rememberFitting(plugin, options);
        }
        return check;
    }

    private static OptionsCheck of(Description description, Json.Obj options, String id, Settings settings) {
        return switch (verdict(description, options)) {
            case Schema.Verdict.Fits() -> new Fine();
            case Schema.Verdict.Misfit(var below, var what) ->
                new Wrong(HarmlessText.line(
                        path(id, below) + ": " + what + from(settings, id, below), HarmlessText.LINE));
            case Schema.Verdict.Unusable(var why) ->
                new NoSchema(HarmlessText.line(
                        "jp-" + id + " has an options_schema that is of no use, so its options are not checked: " + why,
                        HarmlessText.LINE));
        };
    }

    private static Schema.Verdict verdict(Description description, Json.Obj options) {
        var schema = description.optionsSchema();
        return schema == null ? new Schema.Verdict.Fits() : Schema.of(schema).check(options);
    }

    private static String path(String id, List<String> below) {
        var names = new ArrayList<>(List.of("plugins", "command", id, "options"));
        names.addAll(below);
        return Settings.path(names.toArray(String[]::new));
    }

    /// Where the value was set: itself, or what it is a part of.
    private static String from(Settings settings, String id, List<String> below) {
        for (int names = below.size(); names > 0; names--) {
            var entries = settings.entries(path(id, below.subList(0, names)));
            if (!entries.isEmpty()) {
                return " (" + entries.getFirst().origin().text() + ")";
            }
        }
        return "";
    }
}
