package dev.outrigger.jp.describe;

import dev.outrigger.schema.Schema;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Whether what the user set for a plugin is what the plugin says it understands. Only to be called for a plugin that
/// has
/// a schema: it costs some start-up time.
public sealed interface OptionsCheck {
    record Fine() implements OptionsCheck {}

    /// `plugins.command.serve-web.options.port: expected integer, got string (~/.config/jp/config.toml:12)`. Not to be
    /// run with these.
    record Wrong(String words) implements OptionsCheck {}

    /// The schema is of no use; the plugin may run all the same.
    record NoSchema(String words) implements OptionsCheck {}

    static OptionsCheck of(Description description, String id, Settings settings) {
        var path = Settings.path("plugins", "command", id, "options");
        var options = settings.at(path).orElse(Json.EMPTY) instanceof Json.Obj object ? object : Json.EMPTY;
        return switch (of(description, options)) {
            case Schema.Verdict.Fits() -> new Fine();
            case Schema.Verdict.Misfit(var below, var what) ->
                new Wrong(Harmless.line(path(id, below) + ": " + what + from(settings, id, below), Harmless.LINE));
            case Schema.Verdict.Unusable(var why) ->
                new NoSchema(Harmless.line(
                        "jp-" + id + " has an options_schema that is of no use, so its options are not checked: " + why,
                        Harmless.LINE));
        };
    }

    /// The same in one line, for whoever has no settings at hand; a schema that is of no use has no complaint.
    static Optional<String> complaint(Description description, Json.Obj options, String id) {
        return of(description, options) instanceof Schema.Verdict.Misfit(var below, var what)
                ? Optional.of(Harmless.line(path(id, below) + ": " + what, Harmless.LINE))
                : Optional.empty();
    }

    private static Schema.Verdict of(Description description, Json.Obj options) {
        var schema = description.optionsSchema();
        return schema == null ? new Schema.Verdict.Fits() : Schema.check(schema, options);
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
