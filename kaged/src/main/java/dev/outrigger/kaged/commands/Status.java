package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.BuiltIn;
import dev.outrigger.kaged.Problem;
import dev.outrigger.kaged.Session;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.Columns;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import java.time.Instant;

final class Status implements BuiltIn {
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
    public int run(Session session) throws Problem, OutputFailed {
        if (!session.running()) {
            var home = session.home().root();
            session.show(
                    "kaged is not running (home: " + home + ")\n",
                    Json.object()
                            .put("running", false)
                            .put("home", home.toString())
                            .build());
            return Problem.NOT_RUNNING;
        }
        var told = session.ask(new ToDaemon.Status());
        session.show(text(told, Instant.now()), told);
        return 0;
    }

    private static String text(Json.Obj told, Instant now) {
        var facts = new Columns();
        facts.row(
                "kaged",
                Words.text(told, "version") + ", pid " + Words.text(told, "pid") + ", up since "
                        + Words.seconds(Words.text(told, "since")));
        facts.row("home", Words.cell(Words.text(told, "home")));
        facts.row("config", Words.cell(Words.text(told, "config")));
        facts.row("clients", Words.text(told, "clients"));
        var sandbox = Words.object(told, "sandbox");
        facts.row(
                "sandbox",
                Words.text(sandbox, "ready").equals("yes")
                        ? "ready"
                        : Words.cell("no plugin can be started: " + Words.text(sandbox, "problem")));
        for (var fact : new String[] {"detection", "cgroups"}) {
            var words = Words.text(sandbox, fact);
            if (!words.isEmpty()) {
                facts.row(fact, Words.cell(words));
            }
        }
        var plugins = Words.objects(told.get("plugins").orElse(Json.EMPTY));
        return facts.text()
                + "\n"
                + (plugins.isEmpty() ? "no plugins: kaged plugin install DIR\n" : Words.plugins(plugins, now));
    }
}
