package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;

/// `kaged plugin logs`: what a plugin wrote to stderr and logged.
final class PluginLogsCommand implements ProgramCommand<KagedContext> {
    @Override
    public Command describe() {
        return Command.named("logs")
                .alias("log")
                .about("Show what a plugin wrote to stderr, and what became of it")
                .longAbout("""
                        Show what a plugin wrote to stderr, and what became of it.

                        Lines of the plugin's own stand behind `|`, the daemon's behind `*`.""")
                .arg(Argument.positional("PLUGIN", "Its name"))
                .arg(Argument.flag("follow", "Go on with what comes, until Ctrl-C")
                        .shortName('f'))
                .arg(Argument.option("lines", "N", "The last N lines")
                        .shortName('n')
                        .defaultValue("100"))
                .example("kaged plugin logs -f notes", "the last 100 lines, and all that follow");
    }

    @Override
    public int run(KagedContext context) throws Problem, OutputFailed {
        var values = context.values();
        int lines = TypedNumbers.whole("--lines", values.text("lines").orElse("100"), 0, ToDaemon.MOST_ROWS);
        var asked = new ToDaemon.Logs(values.text("PLUGIN").orElse(""), lines, values.flag("follow"));
        context.ask(asked, said -> {
            var lost = DaemonWords.text(said, "lost_before");
            if (!lost.isEmpty()) {
                context.printer().note("(" + lost + " lines were lost here: this was read too slowly)");
            }
            context.show(DaemonWords.logged(said) + "\n", row(said));
        });
        return 0;
    }

    /// Without what is of the connection and not of the log.
    private static Json.Obj row(Json.Obj said) {
        var row = Json.object();
        said.fields().forEach((name, value) -> {
            if (!name.equals("token")) {
                row.put(name, value);
            }
        });
        return row.build();
    }
}
