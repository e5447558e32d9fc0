package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;

/// `kaged project status`: each plugin that a project declares, and how it stands.
final class ProjectStatusCommand implements ProgramCommand<KagedContext> {
    @Override
    public Command describe() {
        return Command.named("status")
                .about("Show how a project and each of its plugins stand")
                .longAbout("""
                        Show how a project and each of its plugins stand.

                        active: it runs for this project. inactive: installed, but not accepted for it. missing. other: another \
                        version is installed. declined. changed: not what was consented to. broken. With all active the project \
                        is ready, else pending.""")
                .arg(ProjectArgument.here())
                .example("kaged project status", "of the project in this folder")
                .example("kaged project status --json site", "with the hash that `consent --accept` wants");
    }

    @Override
    public int run(KagedContext context) throws Problem, OutputFailed {
        var now = context.ask(new ToDaemon.ProjectStatus(ProjectArgument.of(context)));
        context.page(ProjectWords.status(now), now);
        return 0;
    }
}
