package dev.outrigger.jp.query;

import dev.outrigger.assistant.plugin.PluginRuntime;
import dev.outrigger.assistant.plugin.PluginSettings;
import dev.outrigger.assistant.plugin.Staged;
import dev.outrigger.assistant.plugin.StoreProblem;
import dev.outrigger.assistant.plugin.ToolPlugin;
import dev.outrigger.assistant.plugin.ToolPlugins;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.tool.ToToolPlugin;
import dev.outrigger.workspace.Workspace;
import dev.outrigger.workspace.settings.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The tool plugins of whoever calls: where they are, and how they run.
public final class InstalledTools {
    private InstalledTools() {}

    public static ToolPlugins store(Session session) throws Problem, OutputFailed {
        return new ToolPlugins(ToolPlaces.of(session).plugins(), settings(session));
    }

    /// `[plugins.tool.<id>]`, which counts from the user's own files only.
    public static PluginSettings.Source settings(Session session) throws Problem, OutputFailed {
        var settings = session.settings();
        return id -> {
            var grant = settings.at(Settings.path("plugins", "tool", id, "grant"));
            var unconfined = settings.at(Settings.path("plugins", "tool", id, "unconfined"));
            var timeout = settings.at(Settings.path("plugins", "tool", id, "timeout_secs"));
            return new PluginSettings(
                    grant.map(InstalledTools::texts).orElse(null),
                    unconfined.orElse(null) == Json.Bool.TRUE,
                    timeout.flatMap(InstalledTools::seconds).orElse(null));
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

    public static PluginRuntime runtime(Session session) throws Problem {
        var places = ToolPlaces.of(session);
        var runtime = new PluginRuntime(places.state(), places.users(), places.keptOut());
        return session.findWorkspace()
                .map(workspace -> runtime.in(workspace.root(), Workspace.STORAGE))
                .orElse(runtime);
    }

    /// A plugin that is not installed, as it can be run for now.
    public static Staged staged(Session session, ToolPlugin plugin) throws StoreProblem {
        return Staged.of(plugin, ToolPlaces.of(session).state());
    }

    public static ToToolPlugin.Context context(Session session) throws Problem {
        return session.findWorkspace()
                .map(workspace ->
                        ToToolPlugin.Context.in(workspace.id(), workspace.root().toString()))
                .orElse(ToToolPlugin.Context.NONE);
    }
}
