package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Prompt;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;

/// `kaged plugin remove`: ends a plugin and deletes what was installed; its data only with `--purge`.
final class PluginRemoveCommand implements ProgramCommand<KagedContext> {
    @Override
    public Command describe() {
        return Command.named("remove")
                .alias("rm")
                .about("Stop a plugin and remove it; what it kept stays, unless purged")
                .arg(Argument.positional("PLUGIN", "Its name"))
                .arg(Argument.flag("purge", "Its data, its storage and its configuration, too; asks"))
                .arg(Argument.flag("yes", "Do not ask: the answer is yes").shortName('y'))
                .example("kaged plugin remove notes", "it can come back and find its data")
                .example("kaged plugin remove --purge --yes notes", "it cannot");
    }

    @Override
    public int run(KagedContext context) throws Problem, OutputFailed {
        var name = context.values().text("PLUGIN").orElse("");
        boolean purge = context.values().flag("purge");
        if (purge && !context.values().flag("yes") && !agreed(name)) {
            throw new Problem("nothing was removed: you said no", "");
        }
        var done = context.ask(new ToDaemon.Remove(name, purge));
        context.show("removed " + name + (purge ? " and everything it kept" : "") + "\n", done);
        return 0;
    }

    private static boolean agreed(String name) throws Problem {
        return new Prompt()
                .confirm("Remove " + name + " and everything it kept, for good?")
                .orElseThrow(() -> new Problem(
                        "there is no terminal to ask whether everything that " + name + " kept may go",
                        "--yes says yes to it."));
    }
}
