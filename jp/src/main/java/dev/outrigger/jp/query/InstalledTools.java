package dev.outrigger.jp.query;

import dev.outrigger.assistant.plugin.PluginRuntime;
import dev.outrigger.assistant.plugin.Staged;
import dev.outrigger.assistant.plugin.StoreProblem;
import dev.outrigger.assistant.plugin.ToolPlugin;
import dev.outrigger.assistant.plugin.ToolPlugins;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.wire.tool.ToToolPlugin;

/// The tool plugins of whoever calls: where they are, and how they run.
public final class InstalledTools {
    private InstalledTools() {}

    public static ToolPlugins store(Session session) {
        return new ToolPlugins(ToolPlaces.of(session.places()).plugins());
    }

    public static PluginRuntime runtime(Session session) {
        var places = ToolPlaces.of(session.places());
        return new PluginRuntime(places.state(), places.data());
    }

    /// A plugin that is not installed, as it can be run for now.
    public static Staged staged(Session session, ToolPlugin plugin) throws StoreProblem {
        return Staged.of(plugin, ToolPlaces.of(session.places()).state());
    }

    public static ToToolPlugin.Context context(Session session) throws Problem {
        return session.findWorkspace()
                .map(workspace -> ToToolPlugin.Context.in(workspace.root().toString()))
                .orElse(ToToolPlugin.Context.NONE);
    }
}
