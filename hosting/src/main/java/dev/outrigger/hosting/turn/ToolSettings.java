package dev.outrigger.hosting.turn;

import dev.outrigger.assistant.Tool;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.settings.Settings;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// `[conversation.tools.<name>]`: what the settings say of one tool.
record ToolSettings(String name, Json.Obj table, Settings settings) {
    static final String KEY = "conversation.tools";
    private static final String ALL = "*";

    /// In the order of names: that of the file is not kept.
    static Map<String, ToolSettings> all(Settings settings) {
        var all = new TreeMap<String, ToolSettings>();
        if (settings.at(KEY).orElse(Json.EMPTY) instanceof Json.Obj(var tables)) {
            for (var entry : tables.entrySet()) {
                if (entry.getValue() instanceof Json.Obj table
                        && !entry.getKey().equals(ALL)) {
                    all.put(entry.getKey(), new ToolSettings(entry.getKey(), table, settings));
                }
            }
        }
        return all;
    }

    /// What holds for a tool where its own table says nothing.
    static ToolNaming.Standard standard(Settings settings) {
        var table = settings.at(Settings.path("conversation", "tools", ALL)).orElse(Json.EMPTY) instanceof Json.Obj said
                ? said
                : Json.EMPTY;
        var all = new ToolSettings(ALL, table, settings);
        return new ToolNaming.Standard(all.consent(), all.enabled().orElse(true));
    }

    /// `mcp.files` for that server's tool of this table's name, `mcp.files/read` for one of another name; "" when it is
    /// not said.
    String source() {
        return table.text("source").orElse("");
    }

    Optional<Boolean> enabled() {
        return table.get("enable").map(value -> value != Json.Bool.FALSE);
    }

    Optional<String> description() {
        return table.text("description");
    }

    Optional<Tool.Consent> consent() {
        return switch (table.text("run").orElse("")) {
            case "ask" -> Optional.of(Tool.Consent.ASK);
            case "unattended" -> Optional.of(Tool.Consent.UNATTENDED);
            case "skip" -> Optional.of(Tool.Consent.SKIP);
            default -> Optional.empty();
        };
    }

    ToolNaming.Said said() {
        return new ToolNaming.Said(name, source(), consent(), enabled());
    }

    /// The one tool that this is about, whether there is such a tool or not.
    ToolNaming.FullName meaning() {
        return said().meaning();
    }

    /// The file and the line that say so, and the key below this table; "" for the table.
    String where(String key) {
        var path = Settings.path("conversation", "tools", name) + (key.isEmpty() ? "" : "." + key);
        var entries = settings.entries(path);
        if (entries.isEmpty()) {
            entries = settings.entries(Settings.path("conversation", "tools", name));
        }
        return entries.isEmpty() ? path : entries.getFirst().origin().text() + ": " + path;
    }
}
