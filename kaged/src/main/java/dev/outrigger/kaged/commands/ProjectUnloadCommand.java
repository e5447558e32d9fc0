package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;

/// `kaged project unload`: the plugins of a project are not there for it any more.
final class ProjectUnloadCommand implements ProgramCommand<KagedContext> {
    @Override
    public Command describe() {
        return Command.named("unload")
                .about("Unload a project; what was decided about its plugins is kept")
                .longAbout("""
                        Unload a project; what was decided about its plugins is kept.

                        Its id stays the folder's, so that no other project gets what plugins kept for it. With --forget both \
                        go: whoever has the id next has that, too.""")
                .arg(ProjectArgument.here())
                .arg(Argument.flag("forget", "What was decided and the id, too"))
                .example("kaged project unload site", "loading it again asks nothing that was answered")
                .example("kaged project unload --forget /old/place", "after the folder was moved");
    }

    @Override
    public int run(KagedContext context) throws Problem, OutputFailed {
        boolean forget = context.values().flag("forget");
        var done = context.ask(new ToDaemon.UnloadProject(ProjectArgument.of(context), forget));
        context.show((forget ? "forgot " : "unloaded ") + ProjectWords.line(DaemonWords.text(done, "id")) + "\n", done);
        return 0;
    }
}
