package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.BuiltIn;
import dev.outrigger.kaged.Problem;
import dev.outrigger.kaged.Session;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.kaged.store.PrivateFile;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

final class PluginTrace implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("trace")
                .about("Show every line on a plugin's pipes as it passes, until Ctrl-C")
                .arg(Arg.positional("PLUGIN", "Its name"))
                .arg(Arg.option("output", "FILE", "Record the lines here, as JSON lines, for `plugin replay`")
                        .shortName('o'))
                .arg(Arg.flag("secrets", "With the values of the plugin's system_config, which are left out otherwise"))
                .example("kaged plugin trace notes", "→ to the plugin, ← from it")
                .example("kaged plugin trace notes --output calls.jsonl", "to be played again");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var name = session.values().text("PLUGIN").orElse("");
        var output = session.values().text("output");
        try (var file = output.isPresent()
                ? PrivateFile.output(session.folder().resolve(output.get()))
                : OutputStream.nullOutputStream()) {
            session.ask(new ToDaemon.Trace(name, session.values().flag("secrets")), said -> {
                if (said.text("watching").isPresent()) {
                    session.printer().note("watching " + name + "; Ctrl-C ends it");
                } else {
                    show(session, said, output, file);
                }
            });
            return 0;
        } catch (OutputFailed e) {
            throw e;
        } catch (IOException e) {
            throw new Problem("the trace cannot be written to " + output.orElse("") + ": " + FileWords.of(e), "");
        }
    }

    private static void show(Session session, Json.Obj said, Optional<String> output, OutputStream file)
            throws IOException {
        var lost = Words.text(said, "lost_before");
        if (!lost.isEmpty()) {
            session.printer().note("(" + lost + " lines were lost here: this was read too slowly)");
        }
        var line = Json.object()
                .put("time", Words.text(said, "time"))
                .put("direction", Words.text(said, "direction"))
                .put("line", Words.text(said, "line"))
                .build();
        if (output.isPresent()) {
            file.write((JsonText.text(line) + "\n").getBytes(StandardCharsets.UTF_8));
        } else {
            var arrow = Words.text(said, "direction").equals("to_plugin") ? "→ " : "← ";
            var text = Words.harmless(Words.text(said, "line"));
            session.show(Words.text(said, "time") + " " + arrow + text + "\n", line);
        }
    }
}
