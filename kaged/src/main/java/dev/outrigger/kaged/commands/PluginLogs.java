package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.BuiltIn;
import dev.outrigger.kaged.Problem;
import dev.outrigger.kaged.Session;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;

final class PluginLogs implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("logs")
                .alias("log")
                .about("Show what a plugin wrote to stderr, and what became of it")
                .longAbout("""
                        Show what a plugin wrote to stderr, and what became of it.

                        Lines of the plugin's own stand behind `|`, the daemon's behind `*`.""")
                .arg(Arg.positional("PLUGIN", "Its name"))
                .arg(Arg.flag("follow", "Go on with what comes, until Ctrl-C").shortName('f'))
                .arg(Arg.option("lines", "N", "The last N lines").shortName('n').defaultValue("100"))
                .example("kaged plugin logs -f notes", "the last 100 lines, and all that follow");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var values = session.values();
        int lines = Numbers.whole("--lines", values.text("lines").orElse("100"), 0, ToDaemon.MOST_ROWS);
        var asked = new ToDaemon.Logs(values.text("PLUGIN").orElse(""), lines, values.flag("follow"));
        session.ask(asked, said -> {
            var lost = Words.text(said, "lost_before");
            if (!lost.isEmpty()) {
                session.printer().note("(" + lost + " lines were lost here: this was read too slowly)");
            }
            session.show(Words.logged(said) + "\n", row(said));
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
