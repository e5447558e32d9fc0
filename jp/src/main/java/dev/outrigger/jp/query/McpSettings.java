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

    /// `root` is the workspace's, and `folder` where the user stands.
    static List<McpServer> of(Settings settings, Path root, Path folder, Consumer<String> note) {
        var programs = new ConfiguredProgram(settings, root, folder);
        var servers = new ArrayList<McpServer>();
        if (settings.at("providers.mcp").orElse(Json.EMPTY) instanceof Json.Obj(var tables)) {
            for (var table : tables.entrySet()) {
                try {
                    servers.add(server(table.getKey(), table.getValue(), programs));
                } catch (Fields.Mistake e) {
                    note.accept(Settings.path("providers", "mcp", table.getKey()) + ": " + e.what()
                            + "; this MCP server is left out");
                }
            }
        }
        return servers;
    }

    private static McpServer server(String name, Json table, ConfiguredProgram programs) throws Fields.Mistake {
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
        var args = new ArrayList<String>();
        for (var arg : fields.texts("args")) {
            args.add(programs.expanded(key(name, "args"), arg));
        }
        return new McpServer(
                name,
                programs.command(key(name, "command"), command),
                args,
                environment(name, fields, programs),
                era(fields),
                programs.named(key(name, "command")),
                timing(fields));
    }

    private static String key(String server, String... names) {
        var path = new ArrayList<>(List.of("providers", "mcp", server));
        path.addAll(List.of(names));
        return Settings.path(path.toArray(String[]::new));
    }

    private static String era(Fields fields) throws Fields.Mistake {
        var era = fields.textOrEmpty("era");
        if (!McpServer.isEra(era)) {
            throw new Fields.Mistake("field `era` must be `initialize` or `stateless`, or not be there");
        }
        return era;
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

    private static Map<String, String> environment(String server, Fields fields, ConfiguredProgram programs)
            throws Fields.Mistake {
        var environment = new LinkedHashMap<String, String>();
        var table = fields.objectOrNull("env");
        if (table != null) {
            for (var name : table.fields().keySet()) {
                var value = new Fields(table).text(name);
                environment.put(name, programs.expanded(key(server, "env", name), value));
            }
        }
        return environment;
    }
}
