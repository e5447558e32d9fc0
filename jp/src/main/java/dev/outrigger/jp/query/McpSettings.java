package dev.outrigger.jp.query;

import dev.outrigger.assistant.mcp.McpServer;
import dev.outrigger.assistant.mcp.McpTiming;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Fields;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.Patience;
import dev.outrigger.workspace.settings.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// `providers.mcp` of the settings. A server that is not set up well is noted and left out.
final class McpSettings {
    private static final long DAY = 86_400;

    private McpSettings() {}

    /// `root` is where the servers run: the workspace's root.
    static List<McpServer> of(Settings settings, Path root, Consumer<String> note) {
        var servers = new ArrayList<McpServer>();
        if (settings.at("providers.mcp").orElse(Json.EMPTY) instanceof Json.Obj(var tables)) {
            for (var table : tables.entrySet()) {
                try {
                    servers.add(server(table.getKey(), table.getValue(), root));
                } catch (Fields.Mistake e) {
                    note.accept(Settings.path("providers", "mcp", table.getKey()) + ": " + e.what()
                            + "; this MCP server is left out");
                }
            }
        }
        return servers;
    }

    private static McpServer server(String name, Json table, Path root) throws Fields.Mistake {
        if (!McpServer.isName(name)) {
            throw new Fields.Mistake(
                    "the name `" + Excerpt.of(name) + "` must be letters, digits, `_` and `-`, at most 40 of them");
        }
        if (!(table instanceof Json.Obj object)) {
            throw new Fields.Mistake("it must be a table with a `command`");
        }
        var fields = new Fields(object);
        var command = fields.text("command");
        if (command.isBlank()) {
            throw new Fields.Mistake("field `command` is empty");
        }
        return new McpServer(name, command, fields.texts("args"), environment(fields), root, timing(fields));
    }

    private static McpTiming timing(Fields fields) throws Fields.Mistake {
        var usual = McpTiming.USUAL;
        return usual.withStart(time(fields, "start_timeout_secs", usual.start()))
                .withCall(new Patience(
                        time(fields, "idle_timeout_secs", usual.call().idle()),
                        time(fields, "timeout_secs", usual.call().absolute())));
    }

    private static Duration time(Fields fields, String name, Duration usual) throws Fields.Mistake {
        return Duration.ofSeconds(fields.wholeIfAny(name, 1, DAY).orElse(usual.toSeconds()));
    }

    private static Map<String, String> environment(Fields fields) throws Fields.Mistake {
        var environment = new LinkedHashMap<String, String>();
        var table = fields.objectOrNull("env");
        if (table != null) {
            for (var name : table.fields().keySet()) {
                environment.put(name, new Fields(table).text(name));
            }
        }
        return environment;
    }
}
