package dev.outrigger.jp.commands;

import dev.outrigger.assistant.plugin.StoreProblem;
import dev.outrigger.jp.Changing;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.query.InstalledTools;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;

final class ToolRemove implements Changing {
    @Override
    public Command describe() {
        return Command.named("remove")
                .about("Remove an installed tool plugin")
                .arg(Arg.positional("ID", "The plugin's id"))
                .example("jp tool remove lines", "");
    }

    @Override
    public Planned plan(Session session) throws Problem, OutputFailed {
        var id = session.values().text("ID").orElse("");
        var store = InstalledTools.store(session);
        return () -> {
            try {
                store.remove(id);
            } catch (StoreProblem e) {
                throw ToolsHere.problem(e);
            }
            return _ -> Answer.result(
                    "removed " + id + "\n", Json.object().put("removed", id).build());
        };
    }
}
