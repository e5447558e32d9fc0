package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import java.time.Instant;

/// `kaged plugin list`: every installed service plugin and the state it is in.
final class PluginListCommand implements ProgramCommand<KagedContext> {
    @Override
    public Command describe() {
        return Command.named("list")
                .alias("ls")
                .about("List the installed plugins and how they are")
                .example("kaged plugin list", "name, version, state, and what is wrong");
    }

    @Override
    public int run(KagedContext context) throws Problem, OutputFailed {
        var told = context.ask(new ToDaemon.PluginList(), _ -> {});
        var plugins = DaemonWords.objects(told);
        if (plugins.isEmpty() && !context.json()) {
            context.printer().note("no plugins: kaged plugin install DIR");
        } else {
            context.page(DaemonWords.plugins(plugins, Instant.now()), told);
        }
        return 0;
    }
}
