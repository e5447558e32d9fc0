package dev.outrigger.jp.commands.tool;

import dev.outrigger.assistant.plugin.PluginStoreProblem;
import dev.outrigger.hosting.context.ChangingCommand;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.turn.InstalledToolPlugins;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;

/// `jp tool remove`: deletes the copy of a tool plugin and its pin.
public final class ToolRemoveCommand implements ChangingCommand {
    @Override
    public Command describe() {
        return Command.named("remove")
                .about("Remove an installed tool plugin")
                .arg(Argument.positional("ID", "The plugin's id"))
                .example("jp tool remove lines", "");
    }

    @Override
    public Planned plan(JpContext context) throws Problem, OutputFailed {
        var id = context.values().text("ID").orElse("");
        var store = InstalledToolPlugins.store(context);
        return () -> {
            try {
                store.remove(id);
            } catch (PluginStoreProblem e) {
                throw ToolPluginsHere.problem(e);
            }
            return _ -> Answer.result(
                    "removed " + id + "\n", Json.object().put("removed", id).build());
        };
    }
}
