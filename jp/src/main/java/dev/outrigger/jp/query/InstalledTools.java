package dev.outrigger.jp.query;

import dev.outrigger.assistant.plugin.PluginRuntime;
import dev.outrigger.assistant.plugin.ToolPlugins;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.wire.tool.ToToolPlugin;

/// The tool plugins of whoever calls: where they are, and how they run.
public final class InstalledTools {
    private InstalledTools() {}

    public static ToolPlugins store(Session session) {
        return new ToolPlugins(session.places().data().resolve("plugins/tool"));
    }

    public static PluginRuntime runtime(Session session) {
        return new PluginRuntime(
                session.places().state().resolve("sandboxes"),
                session.places().data().resolve("plugins/tool-data"));
    }

    public static ToToolPlugin.Context context(Session session) throws Problem {
        return session.findWorkspace()
                .map(workspace -> ToToolPlugin.Context.in(workspace.root().toString()))
                .orElse(ToToolPlugin.Context.NONE);
    }
}
