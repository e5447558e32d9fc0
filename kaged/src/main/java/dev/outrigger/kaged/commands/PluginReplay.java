package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.BuiltIn;
import dev.outrigger.kaged.Problem;
import dev.outrigger.kaged.Session;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.Escapes;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Fields;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

final class PluginReplay implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("replay")
                .about("Play a recorded trace to a fresh run of a plugin, and compare its answers")
                .longAbout("""
                        Play a recorded trace to a fresh run of a plugin, and compare its answers.

                        The run has the plugin's sandbox and is nobody else's. The exit code is 1 when an answer differs, or \
                        when the run had to be ended: for a violation, for silence, for more than it was asked.""")
                .arg(Arg.positional("PLUGIN", "Its name"))
                .arg(Arg.positional("FILE", "What `kaged plugin trace --output` recorded"))
                .example("kaged plugin replay oh-my-pi calls.jsonl", "after a change to the plugin");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var file = session.values().text("FILE").orElse("");
        var told =
                session.ask(new ToDaemon.Replay(session.values().text("PLUGIN").orElse(""), lines(session, file)));
        var differences = Words.objects(told.get("differences").orElse(Json.EMPTY));
        session.show(text(told, differences), told);
        return differences.isEmpty() && Words.text(told, "ended").isEmpty() ? 0 : Problem.FAILED;
    }

    private static String text(Json.Obj told, List<Json.Obj> differences) {
        var text = new StringBuilder();
        for (var difference : differences) {
            text.append("line ").append(Words.text(difference, "line")).append(": ");
            text.append(Words.text(difference, "what")).append('\n');
            text.append("  recorded: ").append(shown(difference, "recorded")).append('\n');
            text.append("  now:      ").append(shown(difference, "now")).append('\n');
        }
        var ended = Words.text(told, "ended");
        if (!ended.isEmpty()) {
            text.append("the run was ended: ").append(Words.harmless(ended)).append('\n');
        }
        text.append(Words.text(told, "said")).append(" lines said, ");
        text.append(Words.text(told, "compared")).append(" compared, ");
        text.append(differences.size()).append(differences.size() == 1 ? " difference\n" : " differences\n");
        return text.toString();
    }

    private static String shown(Json.Obj difference, String name) {
        var text = Words.text(difference, name);
        return text.isEmpty() ? "nothing" : Escapes.oneLine(text, 2000);
    }

    private static List<ToDaemon.Traced> lines(Session session, String file) throws Problem {
        var lines = new ArrayList<ToDaemon.Traced>();
        int number = 0;
        try {
            for (var line : Files.readAllLines(session.folder().resolve(file))) {
                number++;
                if (line.isBlank()) {
                    continue;
                }
                if (!(JsonText.parse(line) instanceof Json.Obj object)) {
                    throw new Problem(file + ":" + number + ": must be an object", "");
                }
                lines.add(ToDaemon.Traced.of(object));
            }
        } catch (MalformedJson e) {
            throw new Problem(file + ":" + number + ": " + e.what(), "");
        } catch (Fields.Mistake e) {
            throw new Problem(file + ":" + number + ": " + e.what(), "");
        } catch (IOException e) {
            throw new Problem("cannot read " + file + ": " + FileWords.of(e), "");
        }
        return lines;
    }
}
