package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;

/// `kaged project list`: the projects that the daemon knows.
final class ProjectListCommand implements ProgramCommand<KagedContext> {
    @Override
    public Command describe() {
        return Command.named("list")
                .alias("ls")
                .about("List the projects and whether they are ready")
                .example("kaged project list", "id, state, name and folder");
    }

    @Override
    public int run(KagedContext context) throws Problem, OutputFailed {
        var told = context.ask(new ToDaemon.ProjectList(), _ -> {});
        var projects = DaemonWords.objects(told);
        if (projects.isEmpty() && !context.json()) {
            context.printer().note("no projects: kaged project load DIR");
        } else {
            context.page(ProjectWords.list(projects), told);
        }
        return 0;
    }
}
