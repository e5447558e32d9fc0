package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Prompt;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;

/// `kaged plugin tools`: what an MCP server offers, and the operator's word on what it has changed.
final class PluginToolsCommand implements ProgramCommand<KagedContext> {
    @Override
    public Command describe() {
        return Command.named("tools")
                .about("Show the tools of a plugin that is an MCP server, and agree to changed ones")
                .longAbout("""
                        Show the tools of a plugin that is an MCP server, and agree to changed ones.

                        The definitions that the server had at its first start are kept. One that is new, or defined \
                        otherwise since, is not offered until --accept: it shows both definitions, and asks. A server that \
                        was never started is started to find out.""")
                .arg(Argument.positional("PLUGIN", "Its name"))
                .arg(Argument.option("project", "PROJECT", "Of which project's run: its id or folder"))
                .arg(Argument.flag("accept", "Agree to what is new or changed"))
                .arg(Argument.flag("yes", "With --accept: do not ask, the answer is yes")
                        .shortName('y'))
                .example("kaged plugin tools memory", "name, state, and what each does")
                .example("kaged plugin tools memory --accept", "shows what is new or changed, and asks");
    }

    @Override
    public int run(KagedContext context) throws Problem, OutputFailed {
        var plugin = context.values().text("PLUGIN").orElse("");
        var project = PluginCallCommand.project(context);
        var told = context.ask(new ToDaemon.PluginTools(plugin, project));
        if (!context.values().flag("accept")) {
            context.page(ServerToolsText.list(told), told);
            return 0;
        }
        var waiting = DaemonWords.texts(told, "waiting");
        if (waiting.isEmpty()) {
            context.show(
                    "nothing of " + plugin + " waits to be agreed to\n", told.with("accepted", Json.texts(waiting)));
            return 0;
        }
        shown(context, ServerToolsText.waiting(told));
        boolean agreed = context.values().flag("yes")
                || new Prompt()
                        .confirm("Offer " + ServerToolsText.names(waiting) + "?")
                        .orElseThrow(() -> new Problem(
                                "there is no terminal to ask whether " + plugin + " may offer these tools",
                                "Look at them with `kaged plugin tools " + plugin + "`; then --accept --yes agrees."));
        if (!agreed) {
            throw new Problem("nothing was accepted: you said no", "");
        }
        var done = context.ask(new ToDaemon.AcceptTools(plugin, project, DaemonWords.text(told, "digest")));
        context.show("accepted " + ServerToolsText.names(DaemonWords.texts(done, "accepted")) + "\n", done);
        return 0;
    }

    /// All of it, whatever comes of it: nobody says yes to what was not shown. Results are for programs.
    private static void shown(KagedContext context, String text) throws OutputFailed {
        if (context.json() || context.values().flag("yes")) {
            context.printer().note(text);
        } else {
            context.page(text, Json.EMPTY);
        }
    }
}
