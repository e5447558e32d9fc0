package dev.outrigger.jp.commands.tool;

import dev.outrigger.assistant.plugin.DraftManifest;
import dev.outrigger.assistant.plugin.PluginStoreProblem;
import dev.outrigger.assistant.plugin.ToolManifestProblem;
import dev.outrigger.assistant.plugin.ToolPlugin;
import dev.outrigger.assistant.plugin.ToolPluginManifest;
import dev.outrigger.assistant.plugin.ToolPlugins;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.turn.AvailableTools;
import dev.outrigger.hosting.turn.InstalledToolPlugins;
import dev.outrigger.hosting.turn.ToolChoice;
import dev.outrigger.hosting.turn.TurnTools;
import dev.outrigger.launch.sandbox.Capability;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The tool plugins of whoever calls, and what the commands about them have in common.
final class ToolPluginsHere {
    private static final int LONGEST = 300;
    private static final int COLUMNS = 78;
    private static final String INDENT = "      ";

    private ToolPluginsHere() {}

    static ToolPlugin at(JpContext context, Path folder) throws Problem, OutputFailed {
        try {
            return ToolPlugins.at(folder, InstalledToolPlugins.settings(context));
        } catch (ToolManifestProblem e) {
            var hint = DraftManifest.of(folder).isPresent() ? "`jp tool check DIR` shows one to begin with." : "";
            throw new Problem(String.valueOf(e.getMessage()), hint);
        }
    }

    static Problem problem(PluginStoreProblem e) {
        return new Problem(e.what(), e.hint());
    }

    /// What whoever agrees to it agrees to.
    static String rights(ToolPlugin plugin) {
        return ToolPluginRights.words(plugin);
    }

    /// Its own words are behind a bar, or on one line behind something of ours: they cannot pass for what we say of it.
    static String words(ToolPlugin plugin) {
        var manifest = plugin.manifest();
        var text = new StringBuilder(VisibleText.line(manifest.id(), LONGEST))
                .append(' ')
                .append(VisibleText.line(manifest.version(), LONGEST))
                .append('\n');
        var itself = (manifest.displayName() + "\n" + manifest.description()).strip();
        if (!itself.isEmpty()) {
            text.append(itself(itself));
        }
        text.append(rights(plugin))
                .append("A call may take ")
                .append(plugin.timeout().toSeconds())
                .append(" s.\nIts tools:\n");
        for (var tool : manifest.tools()) {
            text.append("  ")
                    .append(VisibleText.line(tool.name(), LONGEST))
                    .append(", ")
                    .append(tier(tool))
                    .append(": ")
                    .append(asking(plugin, tool))
                    .append('\n')
                    .append(INDENT)
                    .append("│ ")
                    .append(VisibleText.line(tool.description(), LONGEST))
                    .append('\n');
        }
        return text.toString();
    }

    /// Whether it will be asked about, where the settings say nothing of it.
    static String asking(ToolPlugin plugin, ToolPluginManifest.ToolEntry tool) {
        if (!plugin.asksFor(tool)) {
            return "runs without asking you, since the plugin calls it safe, and it reaches nothing";
        }
        return tool.tier() == ToolPluginManifest.Tier.SAFE && !tool.mutating()
                ? "asks you each time, since the plugin calls it safe, but reaches out of its sandbox"
                : "asks you each time";
    }

    /// What a stranger's tool is said to do, so that it cannot pass for our words.
    static String itself(String description) {
        return "It says of itself:\n" + VisibleText.quoted(description, COLUMNS);
    }

    static String tier(ToolPluginManifest.ToolEntry tool) {
        return tool.tier().word() + (tool.mutating() ? ", changes things" : "");
    }

    static Json.Obj json(ToolPlugin plugin) {
        var tools = new ArrayList<Json>();
        for (var tool : plugin.manifest().tools()) {
            tools.add(json(plugin, tool));
        }
        var granted = plugin.granted();
        return Json.object()
                .put("plugin_id", plugin.id())
                .put("plugin_version", plugin.manifest().version())
                .put("display_name", plugin.manifest().displayName())
                .put("description", plugin.manifest().description())
                .put("folder", plugin.folder().toString())
                .put("sha256", plugin.sha256())
                .put("timeout_secs", plugin.timeout().toSeconds())
                .put("sandboxed", !granted.unconfined())
                .put("capabilities", Json.texts(plugin.manifest().allCapabilities()))
                .put("granted", texts(granted.enforced()))
                .put("left_out", texts(granted.leftOut()))
                .put("only_declared", Json.texts(granted.declared()))
                .put("tools", new Json.Arr(tools))
                .build();
    }

    private static Json texts(List<Capability> capabilities) {
        return Json.texts(capabilities.stream().map(Capability::text).toList());
    }

    static Json.Obj json(ToolPlugin plugin, ToolPluginManifest.ToolEntry tool) {
        var json = Json.object()
                .put("name", tool.name())
                .put("full_name", fullName(plugin, tool))
                .put("source", "plugin." + plugin.id())
                .put("description", tool.description())
                .put("approval_tier", tool.tier().word())
                .put("mutating", tool.mutating())
                .put("run", plugin.asksFor(tool) ? "ask" : "unattended")
                .put("capabilities", Json.texts(tool.capabilities()))
                .put("input_schema", tool.inputSchema());
        tool.outputSchema().ifPresent(schema -> json.put("output_schema", schema));
        return json.build();
    }

    record Found(ToolPlugin plugin, ToolPluginManifest.ToolEntry tool) {}

    static String fullName(ToolPlugin plugin, ToolPluginManifest.ToolEntry tool) {
        return "plugin." + plugin.id() + "/" + tool.name();
    }

    /// The tool of this name, in full or as its plugin calls it, among these plugins.
    static Found tool(List<ToolPlugin> plugins, String name) throws Problem {
        var found = named(plugins, name);
        if (found.size() > 1) {
            throw new Problem(
                    "several tools are called " + name,
                    "Name one: "
                            + String.join(
                                    ", ",
                                    found.stream()
                                            .map(each -> fullName(each.plugin, each.tool))
                                            .toList())
                            + ".",
                    2);
        }
        return found.stream().findFirst().orElseThrow(() -> none(name));
    }

    static boolean has(List<ToolPlugin> plugins, String tool) {
        return !named(plugins, tool).isEmpty();
    }

    private static List<Found> named(List<ToolPlugin> plugins, String name) {
        var found = new ArrayList<Found>();
        for (var plugin : plugins) {
            for (var tool : plugin.manifest().tools()) {
                if (tool.name().equals(name) || fullName(plugin, tool).equals(name)) {
                    found.add(new Found(plugin, tool));
                }
            }
        }
        return found;
    }

    static Problem none(String name) {
        return new Problem("there is no tool " + name, "`jp tool list` shows those that there are.");
    }

    /// The tool of this name that the assistant has, whatever its source. Without a workspace there is none. No server
    /// is started when the name is known without.
    static Optional<TurnTools.Offered> other(JpContext context, String name) throws Problem, OutputFailed {
        if (context.findWorkspace().isEmpty()) {
            return Optional.empty();
        }
        try (var workbench = AvailableTools.open(context, ToolChoice.lookingFor(name))) {
            for (var note : workbench.notes()) {
                context.printer().note("warning: " + note);
            }
            return workbench.tools().find(name);
        }
    }
}
