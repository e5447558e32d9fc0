package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.BuiltIn;
import dev.outrigger.kaged.Problem;
import dev.outrigger.kaged.Session;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import java.time.Instant;

final class PluginList implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("list")
                .alias("ls")
                .about("List the installed plugins and how they are")
                .example("kaged plugin list", "name, version, state, and what is wrong");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var told = session.ask(new ToDaemon.PluginList(), _ -> {});
        var plugins = Words.objects(told);
        if (plugins.isEmpty() && !session.json()) {
            session.printer().note("no plugins: kaged plugin install DIR");
        } else {
            session.page(Words.plugins(plugins, Instant.now()), told);
        }
        return 0;
    }
}
