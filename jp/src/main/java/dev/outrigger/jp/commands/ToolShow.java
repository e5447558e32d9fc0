package dev.outrigger.jp.commands;

import dev.outrigger.assistant.plugin.StoreProblem;
import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.query.InstalledTools;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
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
        boolean isTool =
                plugins.stream().anyMatch(plugin -> plugin.manifest().tool(name).isPresent());
        if (isTool) {
            var found = ToolsHere.tool(plugins, name);
            var tool = found.tool();
            session.show(
                    tool.name() + "  plugin." + found.plugin().id() + "  " + ToolsHere.tier(tool) + "\n"
                            + tool.description() + "\n"
                            + ToolsHere.rights(found.plugin())
                            + "Input:  " + JsonText.text(tool.inputSchema()) + "\n"
                            + tool.outputSchema()
                                    .map(schema -> "Output: " + JsonText.text(schema) + "\n")
                                    .orElse(""),
                    ToolsHere.json(found.plugin(), tool));
            return 0;
        }
        try {
            var plugin = store.installed(name);
            session.show(ToolsHere.words(plugin), ToolsHere.json(plugin));
            return 0;
        } catch (StoreProblem e) {
            throw ToolsHere.problem(e);
        }
    }
}
