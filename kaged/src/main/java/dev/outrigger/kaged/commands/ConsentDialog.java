package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Prompt;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import java.util.Optional;

/// Asks the operator about the plugins of a project, one after the other. There is no yes to all of them.
record ConsentDialog(KagedContext context, String project) {
    /// Those that are neither active nor declined.
    void askAll(Json.Obj standing) throws Problem, OutputFailed {
        for (var plugin : ProjectWords.plugins(standing)) {
            var state = DaemonWords.text(plugin, "state");
            if (!state.equals("active") && !state.equals("declined")) {
                ask(DaemonWords.text(plugin, "name"));
            }
        }
        var now = context.ask(new ToDaemon.ProjectStatus(project));
        context.show(ProjectWords.status(now), now);
    }

    /// About one, whatever was said before.
    void ask(String plugin) throws Problem, OutputFailed {
        var plan = plan(plugin);
        if (!isShown(plan) && isRepository(plan)) {
            if (!asked(
                    "Fetch " + plugin + " from " + ProjectWords.line(DaemonWords.text(plan, "source")) + "?", plugin)) {
                decide(plugin, "", false);
                return;
            }
            fetch(plugin);
            plan = plan(plugin);
        }
        if (!isShown(plan)) {
            var why = DaemonWords.text(plan, "why");
            context.printer()
                    .note(ProjectWords.line(
                            plugin + " is " + DaemonWords.text(plan, "state") + (why.isEmpty() ? "" : ": " + why)));
            return;
        }
        context.printer().note(VisibleText.text(ProjectWords.plan(plan)));
        decide(plugin, DaemonWords.text(plan, "sha256"), asked("Let " + plugin + " run for this project?", plugin));
    }

    Json.Obj plan(String plugin) throws Problem, OutputFailed {
        return context.ask(new ToDaemon.PlanConsent(project, plugin));
    }

    private static boolean isShown(Json.Obj plan) {
        return plan.get("manifest").isPresent();
    }

    private static boolean isRepository(Json.Obj plan) {
        var source = DaemonWords.text(plan, "source");
        boolean wanted = !DaemonWords.text(plan, "state").equals("active")
                && !DaemonWords.text(plan, "state").equals("broken");
        return wanted && (source.startsWith("https:") || source.startsWith("file:"));
    }

    void fetch(String plugin) throws Problem, OutputFailed {
        var printer = context.printer();
        var fetched = context.ask(
                new ToDaemon.Fetch(project, plugin),
                said -> printer.passing(ProjectWords.line(DaemonWords.text(said, "message"))));
        printer.passing("");
        if (fetched instanceof Json.Obj answer) {
            var problem = DaemonWords.text(answer, "problem");
            if (!problem.isEmpty()) {
                throw new Problem(problem, "");
            }
        }
    }

    Json.Obj decide(String plugin, String sha256, boolean accepted) throws Problem, OutputFailed {
        return context.ask(new ToDaemon.Decide(project, plugin, sha256, accepted));
    }

    private boolean asked(String question, String plugin) throws Problem {
        Optional<Boolean> said = new Prompt().confirm(question);
        return said.orElseThrow(
                () -> new Problem(
                        "there is no terminal to ask about " + plugin,
                        "`kaged project status --json` shows what a yes is about; then --accept NAME@SHA256 or --decline NAME."));
    }
}
