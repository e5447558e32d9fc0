package dev.outrigger.jp.commands.tool;

import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.plugin.PluginStoreProblem;
import dev.outrigger.assistant.plugin.ToolPlugin;
import dev.outrigger.assistant.plugin.ToolPluginManifest;
import dev.outrigger.assistant.plugin.ToolPlugins;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.turn.InstalledToolPlugins;
import dev.outrigger.hosting.turn.TurnTools;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;

/// `jp tool show`: one tool's parameters, its reach, and what holds when it is called.
public final class ToolShowCommand implements ProgramCommand<JpContext> {
    @Override
    public Command describe() {
        return Command.named("show")
                .about("Show a tool, or a tool plugin with what it may do")
                .arg(Argument.positional("NAME", "A tool's name or a plugin's id"))
                .example("jp tool show count_lines", "what it takes and gives")
                .example("jp tool show lines", "its plugin");
    }

    @Override
    public int run(JpContext context) throws Problem, OutputFailed {
        var name = context.values().text("NAME").orElse("");
        var store = InstalledToolPlugins.store(context);
        var plugins = store.list().plugins();
        if (ToolPluginsHere.has(plugins, name)) {
            var found = ToolPluginsHere.tool(plugins, name);
            return showTool(context, unchanged(store, found.plugin().id()), found.tool());
        }
        if (store.has(name)) {
            return showPlugin(context, store, name);
        }
        var other = ToolPluginsHere.other(context, name);
        if (other.isPresent()) {
            return showOther(context, other.get());
        }
        var broken = store.broken(name);
        throw broken.isPresent() ? ToolPluginsHere.problem(broken.get().why()) : ToolPluginsHere.none(name);
    }

    private static ToolPlugin unchanged(ToolPlugins store, String id) throws Problem {
        try {
            return store.installed(id);
        } catch (PluginStoreProblem e) {
            throw ToolPluginsHere.problem(e);
        }
    }

    private static int showTool(JpContext context, ToolPlugin plugin, ToolPluginManifest.ToolEntry tool)
            throws OutputFailed {
        context.show(
                tool.name() + "  " + ToolPluginsHere.fullName(plugin, tool) + "  " + ToolPluginsHere.tier(tool) + "\n"
                        + ToolPluginsHere.itself(tool.description())
                        + ToolPluginsHere.rights(plugin)
                        + "It " + ToolPluginsHere.asking(plugin, tool) + ", unless your settings say otherwise.\n"
                        + "Input:  " + schema(tool.inputSchema())
                        + tool.outputSchema()
                                .map(schema -> "Output: " + schema(schema))
                                .orElse(""),
                ToolPluginsHere.json(plugin, tool));
        return 0;
    }

    /// Made visible, and on one line behind a word of ours.
    private static String schema(Json schema) {
        return VisibleText.json(JsonText.text(schema)) + "\n";
    }

    private static int showPlugin(JpContext context, ToolPlugins store, String id) throws Problem, OutputFailed {
        var plugin = unchanged(store, id);
        context.show(ToolPluginsHere.words(plugin), ToolPluginsHere.json(plugin));
        return 0;
    }

    private static int showOther(JpContext context, TurnTools.Offered offered) throws OutputFailed {
        var tool = offered.tool();
        var definition = tool.definition();
        context.show(
                definition.name() + "  " + VisibleText.name(tool.fullName()) + "  "
                        + ToolListCommand.state(offered) + "\n"
                        + description(tool)
                        + "Input:  " + schema(definition.parameters())
                        + "An approval for always counts until " + until(tool.source()) + ".\n",
                offered.json());
        return 0;
    }

    /// Ours and the user's own stand for themselves.
    private static String description(Tool tool) {
        var said = tool.definition().description();
        return tool.source().equals("builtin") || tool.source().equals("local")
                ? said + "\n"
                : ToolPluginsHere.itself(said);
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
