package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Prompt;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;

/// `kaged project load`: what a project declares is looked at, and at a terminal asked about.
final class ProjectLoadCommand implements ProgramCommand<KagedContext> {
    @Override
    public Command describe() {
        return Command.named("load")
                .about("Load a project, and be asked what its plugins may")
                .longAbout("""
                        Load a project, and be asked what its plugins may.

                        A project is a folder with .kaged/project.yaml in it. Nothing is fetched, installed or started before \
                        you have said so, for each plugin by itself. Without a terminal nothing is asked; `kaged project \
                        consent` decides later. A project stays loaded over a restart of the daemon.""")
                .arg(Argument.positional("DIR", "The project's folder").defaultValue("."))
                .arg(Argument.flag("no-ask", "Ask nothing now"))
                .example("kaged project load .", "shows each plugin that is not active, and asks")
                .example("kaged project load --json ~/src/site", "for scripts: each plugin's state, version and hash");
    }

    @Override
    public int run(KagedContext context) throws Problem, OutputFailed {
        var folder = ProjectArgument.of(context, context.values().text("DIR").orElse(".") + "/");
        var loaded = context.ask(new ToDaemon.LoadProject(folder));
        boolean asks = DaemonWords.text(loaded, "state").equals("pending")
                && !context.json()
                && !context.values().flag("no-ask")
                && new Prompt().possible();
        if (!asks) {
            context.show(ProjectWords.status(loaded), loaded);
            return 0;
        }
        new ConsentDialog(context, DaemonWords.text(loaded, "id")).askAll(loaded);
        return 0;
    }
}
