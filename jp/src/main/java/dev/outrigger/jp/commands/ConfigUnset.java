package dev.outrigger.jp.commands;

import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.workspace.WorkspaceProblem;

final class ConfigUnset implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("unset")
                .about("Take a key out of your configuration")
                .arg(Arg.positional("KEY", "A dotted key, or a table with all that is in it"))
                .arg(ConfigTarget.SHARED)
                .arg(ConfigTarget.HERE)
                .example("jp config unset plugins.command.titles", "forget all about jp-titles");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var key = session.values().text("KEY").orElseThrow();
        try {
            var file = ConfigTarget.of(session);
            if (!file.unset(key)) {
                throw new Problem(
                        key + " is not set in " + file.path(),
                        "`jp config show " + key + " --explain` says where it is.");
            }
            session.printer().note(key + " is no longer set in " + file.path());
            return 0;
        } catch (WorkspaceProblem e) {
            throw new Problem(e);
        }
    }
}
