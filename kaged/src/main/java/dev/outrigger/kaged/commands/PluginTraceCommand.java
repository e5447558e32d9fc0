package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.kaged.store.PrivateFile;
import dev.outrigger.system.FileErrorWords;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// `kaged plugin trace`: every line on a plugin's pipes as it passes, shown or recorded.
final class PluginTraceCommand implements ProgramCommand<KagedContext> {
    @Override
    public Command describe() {
        return Command.named("trace")
                .about("Show every line on a plugin's pipes as it passes, until Ctrl-C")
                .arg(Argument.positional("PLUGIN", "Its name"))
                .arg(Argument.option("output", "FILE", "Record the lines here, as JSON lines, for `plugin replay`")
                        .shortName('o'))
                .arg(Argument.flag(
                        "secrets", "With the values of the plugin's system_config, which are left out otherwise"))
                .example("kaged plugin trace notes", "→ to the plugin, ← from it")
                .example("kaged plugin trace notes --output calls.jsonl", "to be played again");
    }

    @Override
    public int run(KagedContext context) throws Problem, OutputFailed {
        var name = context.values().text("PLUGIN").orElse("");
        var output = context.values().text("output");
        try (var file = output.isPresent()
                ? PrivateFile.output(context.folder().resolve(output.get()))
                : OutputStream.nullOutputStream()) {
            context.ask(new ToDaemon.Trace(name, context.values().flag("secrets")), said -> {
                if (said.text("watching").isPresent()) {
                    context.printer().note("watching " + name + "; Ctrl-C ends it");
                } else {
                    show(context, said, output.isPresent(), file);
                }
            });
            return 0;
        } catch (OutputFailed e) {
            throw e;
        } catch (IOException e) {
            throw new Problem("the trace cannot be written to " + output.orElse("") + ": " + FileErrorWords.of(e), "");
        }
    }

    private static void show(KagedContext context, Json.Obj said, boolean recorded, OutputStream file)
            throws IOException {
        var lost = DaemonWords.text(said, "lost_before");
        if (!lost.isEmpty()) {
            context.printer().note("(" + lost + " lines were lost here: this was read too slowly)");
        }
        var line = Json.object()
                .put("time", DaemonWords.text(said, "time"))
                .put("direction", DaemonWords.text(said, "direction"))
                .put("line", DaemonWords.text(said, "line"))
                .build();
        if (recorded) {
            file.write((JsonText.text(line) + "\n").getBytes(StandardCharsets.UTF_8));
        } else {
            var arrow = DaemonWords.text(said, "direction").equals("to_plugin") ? "→ " : "← ";
            var text = DaemonWords.harmless(DaemonWords.text(said, "line"));
            context.show(DaemonWords.text(said, "time") + " " + arrow + text + "\n", line);
        }
    }
}
