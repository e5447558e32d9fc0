package dev.outrigger.hosting.turn;

import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.ToolDefinition;
import dev.outrigger.assistant.tools.LocalTool;
import dev.outrigger.assistant.tools.ToolParameters;
import dev.outrigger.launch.InheritedVariables;
import dev.outrigger.launch.Launcher;
import dev.outrigger.system.SearchPath;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.settings.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The local tools that the settings define.
final class LocalToolSettings {
    /// What a program needs to start and to know where and who it is. Everything else, keys above all, it gets only
    /// when its settings say so.
    private static final List<String> HANDED_DOWN =
            Stream.concat(InheritedVariables.NAMES.stream(), Stream.of("TERM")).toList();

    private static final String USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";
    private static final long USUAL_SECONDS = 120;

    private final Settings settings;
    private final Path root;
    private final ConfiguredProgram programs;
    private final Map<String, String> environment;
    private final Launcher launcher;

    /// `root` is the workspace's, and `folder` where the user stands.
    LocalToolSettings(Settings settings, Path root, Path folder, Map<String, String> environment, Launcher launcher) {
        this.settings = settings;
        this.root = root;
        this.programs = new ConfiguredProgram(settings, root, folder);
        this.environment = environment;
        this.launcher = launcher;
    }

    /// One that is badly described is left out, with a note.
    List<Tool> all(Consumer<String> notes) {
        var tools = new ArrayList<Tool>();
        for (var each : ToolSettings.all(settings).values()) {
            if (each.source().equals(LocalTool.SOURCE)) {
                tool(each, notes).ifPresent(tools::add);
            }
        }
        return tools;
    }

    private Optional<Tool> tool(ToolSettings each, Consumer<String> notes) {
        var fields = new FieldReader(each.table());
        try {
            if (fields.textOrEmpty("command").isBlank()) {
                notes.accept(each.where("source") + " is \"local\", but there is no command: set "
                        + Settings.path("conversation", "tools", each.name(), "command"));
                return Optional.empty();
            }
            var parameters = fields.objectOrNull("parameters");
            var definition = new ToolDefinition(
                    each.name(),
                    each.description().orElse("The user's own tool " + each.name() + "."),
                    parameters == null ? ToolParameters.NONE : ToolParameters.schema(parameters));
            var seconds =
                    fields.wholeIfAny("timeout_secs", 1, Integer.MAX_VALUE).orElse(USUAL_SECONDS);
            var key = Settings.path("conversation", "tools", each.name(), "command");
            boolean named = programs.named(key);
            var tool = new LocalTool(
                    definition,
                    new LocalTool.Start(
                            programs.command(key, fields.text("command")),
                            fields.texts("args"),
                            environment(fields.objectOrNull("env"), named),
                            root,
                            Duration.ofSeconds(seconds),
                            named),
                    launcher);
            if (each.consent().equals(Optional.of(Tool.Consent.UNATTENDED)) && tool.least() == Tool.Consent.ASK) {
                notes.accept(each.where("run") + " is \"unattended\", but what it runs lies in this workspace, so it is"
                        + " asked about; to let it: jp config set --here " + key + " …");
            }
            return Optional.of(tool);
        } catch (ToolParameters.Unfit e) {
            var key = e.key().isEmpty() ? "parameters" : "parameters." + e.key();
            notes.accept(each.where(key) + " " + e.what() + "; the tool is left out");
        } catch (FieldReader.Mistake e) {
            notes.accept(each.where("") + ": " + e.what() + "; the tool is left out");
        }
        return Optional.empty();
    }

    private Map<String, String> environment(Json.@Nullable Obj own, boolean named) {
        var all = new TreeMap<String, String>();
        for (var name : HANDED_DOWN) {
            var value = environment.get(name);
            if (value != null && !settings.secretVariables().contains(name)) {
                all.put(name, value);
            }
        }
        var path = environment.getOrDefault("PATH", USUAL_PATH);
        all.put("PATH", named ? SearchPath.absolute(path) : SearchPath.outside(path, List.of(root)));
        if (own != null) {
            for (var entry : own.fields().entrySet()) {
                if (entry.getValue() instanceof Json.Str(var value)) {
                    all.put(entry.getKey(), value);
                }
            }
        }
        return all;
    }
}
