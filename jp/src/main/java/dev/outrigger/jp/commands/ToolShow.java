package dev.outrigger.jp.commands;

import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.plugin.PluginManifest;
import dev.outrigger.assistant.plugin.StoreProblem;
import dev.outrigger.assistant.plugin.ToolPlugin;
import dev.outrigger.assistant.plugin.ToolPlugins;
import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.query.InstalledTools;
import dev.outrigger.jp.query.Tools;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Visible;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;

final class ToolShow implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("show")
                .about("Show a tool, or a tool plugin with what it may do")
                .arg(Arg.positional("NAME", "A tool's name or a plugin's id"))
                .example("jp tool show count_lines", "what it takes and gives")
                .example("jp tool show lines", "its plugin");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var name = session.values().text("NAME").orElse("");
        var store = InstalledTools.store(session);
        var plugins = store.list().plugins();
        if (ToolsHere.has(plugins, name)) {
            var found = ToolsHere.tool(plugins, name);
            return showTool(session, unchanged(store, found.plugin().id()), found.tool());
        }
        if (store.has(name)) {
            return showPlugin(session, store, name);
        }
        var other = ToolsHere.other(session, name);
        if (other.isPresent()) {
            return showOther(session, other.get());
        }
        var broken = store.broken(name);
        throw broken.isPresent() ? ToolsHere.problem(broken.get().why()) : ToolsHere.none(name);
    }

    private static ToolPlugin unchanged(ToolPlugins store, String id) throws Problem {
        try {
            return store.installed(id);
        } catch (StoreProblem e) {
            throw ToolsHere.problem(e);
        }
    }

    private static int showTool(Session session, ToolPlugin plugin, PluginManifest.ToolEntry tool) throws OutputFailed {
        session.show(
                tool.name() + "  " + ToolsHere.fullName(plugin, tool) + "  " + ToolsHere.tier(tool) + "\n"
                        + ToolsHere.itself(tool.description())
                        + ToolsHere.rights(plugin)
                        + "It " + ToolsHere.asking(plugin, tool) + ", unless your settings say otherwise.\n"
                        + "Input:  " + schema(tool.inputSchema())
                        + tool.outputSchema()
                                .map(schema -> "Output: " + schema(schema))
                                .orElse(""),
                ToolsHere.json(plugin, tool));
        return 0;
    }

    /// Made visible, and on one line behind a word of ours.
    private static String schema(Json schema) {
        return Visible.json(JsonText.text(schema)) + "\n";
    }

    private static int showPlugin(Session session, ToolPlugins store, String id) throws Problem, OutputFailed {
        var plugin = unchanged(store, id);
        session.show(ToolsHere.words(plugin), ToolsHere.json(plugin));
        return 0;
    }

    private static int showOther(Session session, Tools.Offered offered) throws OutputFailed {
        var tool = offered.tool();
        var definition = tool.definition();
        session.show(
                definition.name() + "  " + Visible.name(tool.fullName()) + "  "
                        + ToolList.state(offered) + "\n"
                        + description(tool)
                        + "Input:  " + schema(definition.parameters())
                        + "An approval for always counts until " + until(tool.source()) + ".\n",
                ToolList.json(offered));
        return 0;
    }

    /// Ours and the user's own stand for themselves.
    private static String description(Tool tool) {
        var said = tool.definition().description();
        return tool.source().equals("builtin") || tool.source().equals("local") ? said + "\n" : ToolsHere.itself(said);
    }

    /// What the fingerprint of a tool is made of, in words.
    private static String until(String source) {
        var ends = "your session at the terminal ends";
        if (source.equals("local")) {
            return ends + ", or its program, its arguments, the files they name, or its environment change";
        }
        if (source.startsWith("plugin.")) {
            return ends + ", or its plugin changes";
        }
        return source.startsWith("mcp.")
                ? ends + ", or its definition, or its server's command, arguments or environment change"
                : ends;
    }
}
