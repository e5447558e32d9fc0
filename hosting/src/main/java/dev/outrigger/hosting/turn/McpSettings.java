package dev.outrigger.hosting.turn;

import dev.outrigger.assistant.mcp.McpServerSettings;
import dev.outrigger.assistant.mcp.client.McpTiming;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.CallDeadlines;
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
    static List<McpServerSettings> of(Settings settings, Path root, Path folder, Consumer<String> note) {
        var programs = new ConfiguredProgram(settings, root, folder);
        var servers = new ArrayList<McpServerSettings>();
        if (settings.at("providers.mcp").orElse(Json.EMPTY) instanceof Json.Obj(var tables)) {
            for (var table : tables.entrySet()) {
                try {
                    servers.add(server(table.getKey(), table.getValue(), programs));
                } catch (FieldReader.Mistake e) {
                    note.accept(Settings.path("providers", "mcp", table.getKey()) + ": " + e.what()
                            + "; this MCP server is left out");
                }
            }
        }
        return servers;
    }

    private static McpServerSettings server(String name, Json table, ConfiguredProgram programs)
            throws FieldReader.Mistake {
        if (!McpServerSettings.isName(name)) {
            throw new FieldReader.Mistake(
                    "the name `" + Excerpt.of(name) + "` must be letters, digits, `_` and `-`, at most 40 of them");
        }
        if (!(table instanceof Json.Obj object)) {
            throw new FieldReader.Mistake("it must be a table with a `command`");
        }
        var fields = new FieldReader(object);
        var command = fields.text("command");
        if (command.isBlank()) {
            throw new FieldReader.Mistake("field `command` is empty");
        }
        var args = new ArrayList<String>();
        for (var arg : fields.texts("args")) {
            args.add(programs.expanded(key(name, "args"), arg));
        }
        return new McpServerSettings(
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

    private static String era(FieldReader fields) throws FieldReader.Mistake {
        var era = fields.textOrEmpty("era");
        if (!McpServerSettings.isEra(era)) {
            throw new FieldReader.Mistake("field `era` must be `initialize` or `stateless`, or not be there");
        }
        return era;
    }

    private static McpTiming timing(FieldReader fields) throws FieldReader.Mistake {
        var usual = McpTiming.USUAL;
        return usual.withStart(time(fields, "start_timeout_secs", usual.start()))
                .withCall(new CallDeadlines(
                        time(fields, "idle_timeout_secs", usual.call().idle()),
                        time(fields, "timeout_secs", usual.call().absolute())));
    }

    private static Duration time(FieldReader fields, String name, Duration usual) throws FieldReader.Mistake {
        return Duration.ofSeconds(fields.wholeIfAny(name, 1, DAY).orElse(usual.toSeconds()));
    }

    private static Map<String, String> environment(String server, FieldReader fields, ConfiguredProgram programs)
            throws FieldReader.Mistake {
        var environment = new LinkedHashMap<String, String>();
        var table = fields.objectOrNull("env");
        if (table != null) {
            for (var name : table.fields().keySet()) {
                var value = new FieldReader(table).text(name);
                environment.put(name, programs.expanded(key(server, "env", name), value));
            }
        }
        return environment;
    }
}
