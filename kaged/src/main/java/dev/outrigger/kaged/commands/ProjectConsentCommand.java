package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;
import java.util.ArrayList;

/// `kaged project consent`: the operator's word on the plugins of a project.
final class ProjectConsentCommand implements ProgramCommand<KagedContext> {
    @Override
    public Command describe() {
        return Command.named("consent")
                .about("Say yes or no to the plugins of a project, one by one")
                .longAbout("""
                        Say yes or no to the plugins of a project, one by one.

                        Each that is neither active nor declined is shown: where it is from, what it may, and what of that is \
                        new. What lies in a repository is asked about before it is fetched, and again when it is there. A yes \
                        is to these bytes: whatever is changed later is not run. A no is kept; --ask NAME asks again.

                        For scripts: `kaged project status --json` prints a hash for each plugin, of what a yes would be about. \
                        --fetch brings what lies in a repository, --accept says yes to what was shown, --decline says no. \
                        They are done in this order.""")
                .arg(ProjectArgument.here())
                .arg(Argument.option("fetch", "NAME", "Fetch this plugin, to be looked at")
                        .many())
                .arg(Argument.option("accept", "NAME@SHA256", "Yes to this plugin, as it was shown")
                        .many())
                .arg(Argument.option("decline", "NAME", "No to this plugin").many())
                .arg(Argument.option("ask", "NAME", "Ask about this plugin, whatever was said before")
                        .many())
                .example("kaged project consent .", "asks")
                .example("kaged project consent site --fetch weather", "then `kaged project status site --json`")
                .example("kaged project consent site --accept weather@9f2c…", "to exactly that");
    }

    @Override
    public int run(KagedContext context) throws Problem, OutputFailed {
        var values = context.values();
        var project = ProjectArgument.of(context);
        var dialog = new ConsentDialog(context, project);
        var fetch = values.all("fetch");
        var accept = values.all("accept");
        var decline = values.all("decline");
        var ask = values.all("ask");
        for (var each : accept) {
            split(each);
        }
        if (fetch.isEmpty() && accept.isEmpty() && decline.isEmpty() && ask.isEmpty()) {
            var standing = context.ask(new ToDaemon.ProjectStatus(project));
            if (context.json()) {
                return shown(context, dialog, standing);
            }
            dialog.askAll(standing);
            return 0;
        }
        for (var name : fetch) {
            dialog.fetch(name);
        }
        for (var each : accept) {
            var split = split(each);
            dialog.decide(split[0], split[1], true);
        }
        for (var name : decline) {
            dialog.decide(name, "", false);
        }
        for (var name : ask) {
            dialog.ask(name);
        }
        var now = context.ask(new ToDaemon.ProjectStatus(project));
        context.show(ProjectWords.status(now), now);
        return 0;
    }

    /// What would be asked, for programs.
    private static int shown(KagedContext context, ConsentDialog dialog, Json.Obj standing)
            throws Problem, OutputFailed {
        var plans = new ArrayList<Json>();
        for (var plugin : ProjectWords.plugins(standing)) {
            if (!DaemonWords.text(plugin, "state").equals("active")) {
                plans.add(dialog.plan(DaemonWords.text(plugin, "name")));
            }
        }
        context.show("", standing.with("plans", new Json.Arr(plans)));
        return 0;
    }

    private static String[] split(String word) throws Problem {
        int at = word.indexOf('@');
        if (at <= 0 || !word.substring(at + 1).matches("[0-9a-f]{64}")) {
            throw new Problem(
                    "--accept is '" + word + "': it must be NAME@SHA256",
                    "The hash is in `kaged project status --json`; with another one, nobody knows what you saw.",
                    Problem.USAGE);
        }
        return new String[] {word.substring(0, at), word.substring(at + 1)};
    }
}
