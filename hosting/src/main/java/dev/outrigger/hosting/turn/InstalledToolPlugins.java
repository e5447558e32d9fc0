package dev.outrigger.hosting.turn;

import dev.outrigger.assistant.plugin.PluginRuntime;
import dev.outrigger.assistant.plugin.PluginStoreProblem;
import dev.outrigger.assistant.plugin.StagedPlugin;
import dev.outrigger.assistant.plugin.ToolPlugin;
import dev.outrigger.assistant.plugin.ToolPluginSettings;
import dev.outrigger.assistant.plugin.ToolPlugins;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.tool.ToToolPlugin;
import dev.outrigger.workspace.Workspace;
import dev.outrigger.workspace.settings.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The tool plugins of whoever calls: where they are, and how they run.
public final class InstalledToolPlugins {
    private InstalledToolPlugins() {}

    public static ToolPlugins store(JpContext session) throws Problem, OutputFailed {
        return new ToolPlugins(ToolPlaces.of(session).plugins(), settings(session));
    }

    /// `[plugins.tool.<id>]`, which counts from the user's own files only.
    public static ToolPluginSettings.Source settings(JpContext session) throws Problem, OutputFailed {
        var settings = session.settings();
        return id -> {
            var grant = settings.at(Settings.path("plugins", "tool", id, "grant"));
            var unconfined = settings.at(Settings.path("plugins", "tool", id, "unconfined"));
            var timeout = settings.at(Settings.path("plugins", "tool", id, "timeout_secs"));
            return new ToolPluginSettings(
                    grant.map(InstalledToolPlugins::texts).orElse(null),
                    unconfined.orElse(null) == Json.Bool.TRUE,
                    timeout.flatMap(InstalledToolPlugins::seconds).orElse(null));
        };
    }

    private static Optional<Duration> seconds(Json value) {
        return value instanceof Json.Num(var seconds) && seconds.matches("[0-9]{1,9}")
                ? Optional.of(Duration.ofSeconds(Long.parseLong(seconds)))
                : Optional.empty();
    }

    private static List<String> texts(Json list) {
        var texts = new ArrayList<String>();
        if (list instanceof Json.Arr(var items)) {
            for (var item : items) {
                texts.add(item instanceof Json.Str(var text) ? text : "");
            }
        }
        return texts;
    }

    public static PluginRuntime runtime(JpContext session) throws Problem {
        var places = ToolPlaces.of(session);
        var runtime = new PluginRuntime(places.state(), places.users(), places.keptOut());
        return session.findWorkspace()
                .map(workspace -> runtime.in(workspace.root(), Workspace.STORAGE))
                .orElse(runtime);
    }

    /// A plugin that is not installed, as it can be run for now.
    public static StagedPlugin staged(JpContext session, ToolPlugin plugin) throws PluginStoreProblem {
        return StagedPlugin.of(plugin, ToolPlaces.of(session).state());
    }

    public static ToToolPlugin.Context context(JpContext session) throws Problem {
        return session.findWorkspace()
                .map(workspace ->
                        ToToolPlugin.Context.in(workspace.id(), workspace.root().toString()))
                .orElse(ToToolPlugin.Context.NONE);
    }
}
