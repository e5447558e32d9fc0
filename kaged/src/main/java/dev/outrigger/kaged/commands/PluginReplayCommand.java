package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Prompt;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;
import java.util.List;

/// `kaged plugin replay`: plays a recorded trace to a fresh run, and says where the answers differ.
final class PluginReplayCommand implements ProgramCommand<KagedContext> {
    /// Each of its characters takes up to two on its way to the daemon, which takes 16 MiB at once.
    private static final int LONGEST_RECORD = 7 << 20;

    @Override
    public Command describe() {
        return Command.named("replay")
                .about("Play a recorded trace to a fresh run of a plugin, and compare its answers")
                .longAbout("""
                        Play a recorded trace to a fresh run of a plugin, and compare its answers.

                        The run has the plugin's sandbox and is nobody else's. It works on a copy of the plugin's data, which \
                        is removed afterwards; it only reads what `write:fs:` lets the plugin write; its requests to the \
                        daemon, storage among them, are answered from the record. Calls are made in your name, whoever made \
                        them then, and all of it is in the audit, as kind `replay`.

                        What the plugin may reach in the network (`net:`) is reached for real, and nobody can take that back: \
                        of that you are asked first.

                        The exit code is 1 when an answer differs, or when the run had to be ended: for a violation, for \
                        silence, for more than it was asked.""")
                .arg(Argument.positional("PLUGIN", "Its name; one that is switched off or broken is not played to"))
                .arg(Argument.positional(
                        "FILE", "What `kaged plugin trace --output` recorded: a file, no pipe, of at most 7 MiB"))
                .arg(Argument.flag("yes", "Do not ask: it may reach what its manifest names")
                        .shortName('y'))
                .arg(Argument.flag("without-data", "Begin with an empty folder, not with a copy of the plugin's data"))
                .example("kaged plugin replay notes calls.jsonl", "after a change to the plugin")
                .example("kaged plugin replay --yes ollama calls.jsonl", "it talks to its server for real");
    }

    @Override
    public int run(KagedContext context) throws Problem, OutputFailed {
        var values = context.values();
        var plugin = values.text("PLUGIN").orElse("");
        var recorded = recorded(context, values.text("FILE").orElse(""));
        var plan = context.ask(new ToDaemon.PlanReplay(plugin));
        var reach = DaemonWords.texts(plan, "reach");
        if (!reach.isEmpty() && !values.flag("yes") && !agreed(context, plugin, reach)) {
            throw new Problem("nothing was played: you said no", "");
        }
        var told = context.ask(new ToDaemon.Replay(plugin, recorded, reach, values.flag("without-data")));
        context.show(text(told), told);
        boolean same = DaemonWords.text(told, "differing").equals("0");
        return same && DaemonWords.text(told, "ended").isEmpty() ? 0 : Problem.FAILED;
    }

    private static boolean agreed(KagedContext context, String plugin, List<String> reach)
            throws Problem, OutputFailed {
        var what = String.join(", ", reach);
        context.printer().note(plugin + " reaches for real, also in a replay: " + DaemonWords.harmless(what));
        return new Prompt()
                .confirm("Play the record to " + plugin + "?")
                .orElseThrow(() -> new Problem(
                        "there is no terminal to ask whether " + plugin + " may reach " + what,
                        "--yes says yes to that; what happens there cannot be taken back."));
    }

    private static String text(Json.Obj told) {
        var text = new StringBuilder();
        var differences = DaemonWords.objects(told.get("differences").orElse(Json.EMPTY));
        for (var difference : differences) {
            text.append("line ").append(DaemonWords.text(difference, "line")).append(": ");
            text.append(DaemonWords.text(difference, "what")).append('\n');
            text.append("  recorded: ").append(shown(difference, "recorded")).append('\n');
            text.append("  now:      ").append(shown(difference, "now")).append('\n');
        }
        var ended = DaemonWords.text(told, "ended");
        if (!ended.isEmpty()) {
            text.append("the run was ended: ")
                    .append(DaemonWords.harmless(ended))
                    .append('\n');
        }
        var differing = DaemonWords.text(told, "differing");
        text.append(DaemonWords.text(told, "said")).append(" lines said, ");
        text.append(DaemonWords.text(told, "compared")).append(" compared, ");
        text.append(differing).append(differing.equals("1") ? " difference" : " differences");
        if (!differing.equals(Integer.toString(differences.size()))) {
            text.append(", the first ").append(differences.size()).append(" shown");
        }
        return text.append('\n').toString();
    }

    private static String shown(Json.Obj difference, String name) {
        var text = DaemonWords.text(difference, name);
        return text.isEmpty() ? "nothing" : VisibleText.line(text, 2000);
    }

    /// The daemon judges its lines; here, only what could not be sent.
    private static String recorded(KagedContext context, String file) throws Problem {
        var text = ArgumentText.ordinaryFile(context, file, LONGEST_RECORD).text();
        int line = 1;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n') {
                line++;
            } else if (c < ' ' && c != '\t' && c != '\r') {
                throw new Problem(file + ":" + line + ": there is a control character: this is no trace", "");
            }
        }
        return text;
    }
}
