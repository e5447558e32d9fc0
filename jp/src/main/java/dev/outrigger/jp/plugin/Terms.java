package dev.outrigger.jp.plugin;

import dev.outrigger.wire.Json;
import dev.outrigger.workspace.settings.Settings;
import java.util.Optional;

/// What the configuration says about one plugin: `[plugins.command.<id>]`.
record Terms(Json.Obj table) {
    enum Run {
        ASK,
        UNATTENDED,
        DENY
    }

    static Terms of(String plugin, Settings settings) {
        var found = settings.at(Settings.path("plugins", "command", plugin));
        return new Terms(found.orElse(Json.EMPTY) instanceof Json.Obj table ? table : Json.EMPTY);
    }

    Run run() {
        return switch (table.text("run").orElse("ask")) {
            case "unattended" -> Run.UNATTENDED;
            case "deny" -> Run.DENY;
            default -> Run.ASK;
        };
    }

    boolean contain() {
        return table.get("contain").equals(Optional.of(Json.Bool.TRUE));
    }

    Json.Obj options() {
        return object("options");
    }

    /// Empty without a pin.
    Json.Obj checksum() {
        return object("checksum");
    }

    private Json.Obj object(String name) {
        return table.get(name).orElse(Json.EMPTY) instanceof Json.Obj object ? object : Json.EMPTY;
    }
}
