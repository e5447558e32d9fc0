package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.ListColumns;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;
import java.time.Instant;

/// `kaged status`: whether the daemon runs, and how its plugins are.
final class StatusCommand implements ProgramCommand<KagedContext> {
    @Override
    public Command describe() {
        return Command.named("status")
                .about("Show how the daemon and its plugins are")
                .longAbout("""
                        Show how the daemon and its plugins are.

                        The exit code is 3 when the daemon does not run. A plugin that failed shows when and why, and when \
                        it is tried again.""")
                .example("kaged status", "one look at everything")
                .example("kaged status --json", "the same for programs");
    }

    @Override
    public int run(KagedContext context) throws Problem, OutputFailed {
        if (!context.running()) {
            var home = context.home().root();
            context.show(
                    "kaged is not running (home: " + home + ")\n",
                    Json.object()
                            .put("running", false)
                            .put("home", home.toString())
                            .build());
            return KagedContext.NOT_RUNNING;
        }
        var told = context.ask(new ToDaemon.Status());
        context.show(text(told, Instant.now()), told);
        return 0;
    }

    private static String text(Json.Obj told, Instant now) {
        var facts = new ListColumns();
        facts.row(
                "kaged",
                DaemonWords.text(told, "version") + ", pid " + DaemonWords.text(told, "pid") + ", up since "
                        + DaemonWords.seconds(DaemonWords.text(told, "since")));
        facts.row("home", DaemonWords.cell(DaemonWords.text(told, "home")));
        facts.row("config", DaemonWords.cell(DaemonWords.text(told, "config")));
        facts.row("clients", DaemonWords.text(told, "clients"));
        var sandbox = DaemonWords.object(told, "sandbox");
        facts.row(
                "sandbox",
                DaemonWords.text(sandbox, "ready").equals("yes")
                        ? "ready"
                        : DaemonWords.cell("no plugin can be started: " + DaemonWords.text(sandbox, "problem")));
        for (var fact : new String[] {"detection", "cgroups"}) {
            var words = DaemonWords.text(sandbox, fact);
            if (!words.isEmpty()) {
                facts.row(fact, DaemonWords.cell(words));
            }
        }
        var plugins = DaemonWords.objects(told.get("plugins").orElse(Json.EMPTY));
        return facts.text()
                + "\n"
                + (plugins.isEmpty() ? "no plugins: kaged plugin install DIR\n" : DaemonWords.plugins(plugins, now));
    }
}
