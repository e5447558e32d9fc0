package dev.outrigger.jp.commands;

import dev.outrigger.assistant.plugin.StoreProblem;
import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.query.InstalledTools;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;

final class ToolRemove implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("remove")
                .about("Remove an installed tool plugin")
                .arg(Arg.positional("ID", "The plugin's id"))
                .example("jp tool remove lines", "");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var id = session.values().text("ID").orElse("");
        try {
            InstalledTools.store(session).remove(id);
        } catch (StoreProblem e) {
            throw ToolsHere.problem(e);
        }
        session.show("removed " + id + "\n", Json.object().put("removed", id).build());
        return 0;
    }
}
