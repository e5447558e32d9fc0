package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.kaged.store.KagedHome;
import dev.outrigger.kaged.store.WrapOrigin;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;
import java.time.Instant;
import java.util.List;

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
        var home = context.home();
        var plugins = DaemonWords.objects(context.ask(new ToDaemon.PluginList(), _ -> {})).stream()
                .map(plugin -> plugin.with("origin", Json.of(origin(home, plugin))))
                .toList();
        if (plugins.isEmpty() && !context.json()) {
            context.printer().note("no plugins: kaged plugin install DIR");
        } else {
            context.page(DaemonWords.plugins(plugins, Instant.now()), new Json.Arr(List.copyOf(plugins)));
        }
        return 0;
    }

    private static String origin(KagedHome home, Json.Obj plugin) {
        return WrapOrigin.of(home.plugin(DaemonWords.text(plugin, "name")));
    }
}
