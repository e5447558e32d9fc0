package dev.outrigger.jp.commands;

import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.workspace.WorkspaceProblem;

final class ConfigSet implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("set")
                .about("Set a key in your configuration")
                .arg(Arg.positional("KEY", "A dotted key"))
                .arg(Arg.positional("VALUE", "Its new value"))
                .arg(ConfigTarget.SHARED)
                .arg(ConfigTarget.HERE)
                .example("jp config set plugins.command.titles.run unattended", "run jp-titles without asking");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var key = session.values().text("KEY").orElseThrow();
        try {
            var file = ConfigTarget.of(session);
            file.set(key, session.values().text("VALUE").orElseThrow());
            session.printer().note(key + " is set in " + file.path());
            return 0;
        } catch (WorkspaceProblem e) {
            throw new Problem(e);
        }
    }
}
