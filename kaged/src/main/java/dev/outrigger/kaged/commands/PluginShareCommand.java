package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;

/// `promote` and `demote`: whether a plugin is the operator's own, or there for projects alone.
final class PluginShareCommand implements ProgramCommand<KagedContext> {
    private final boolean local;

    PluginShareCommand(boolean local) {
        this.local = local;
    }

    @Override
    public Command describe() {
        return local
                ? Command.named("promote")
                        .about(
                                "Make a plugin that a project brought your own: any project may use it, and you without one")
                        .arg(Argument.positional("PLUGIN", "Its name"))
                        .example("kaged plugin promote weather", "no project is asked about it any more")
                : Command.named("demote")
                        .about("Take a promotion back: only projects that you accept the plugin for may use it")
                        .arg(Argument.positional("PLUGIN", "Its name"))
                        .example("kaged plugin demote weather", "projects without your yes become pending");
    }

    @Override
    public int run(KagedContext context) throws Problem, OutputFailed {
        var name = context.values().text("PLUGIN").orElse("");
        var done = context.ask(new ToDaemon.Share(name, local));
        context.show(name + (local ? " is your own now\n" : " is there for projects alone now\n"), done);
        return 0;
    }
}
