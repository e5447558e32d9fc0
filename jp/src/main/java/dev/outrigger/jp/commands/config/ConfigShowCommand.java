package dev.outrigger.jp.commands.config;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.workspace.settings.Settings;
import java.util.ArrayList;

/// `jp config show`: what holds here after all layers, and with `--explain` which file and line said so.
public final class ConfigShowCommand implements ProgramCommand<JpContext> {
    @Override
    public Command describe() {
        return Command.named("show")
                .about("Show the settings that hold here")
                .arg(Argument.positional("PATH", "Only what lies at or below this key")
                        .optional())
                .arg(Argument.flag("explain", "Say which file and line each value comes from, and what does not count"))
                .example("jp config show plugins --explain", "everything about plugins, and where it was set");
    }

    @Override
    public int run(JpContext context) throws Problem, OutputFailed {
        var path = context.values().text("PATH").orElse("");
        if (context.values().flag("explain")) {
            // What does not count is in the explanation, each time.
            explain(context, context.loadSettings(), path);
            return 0;
        }
        var settings = context.settings();
        var value = path.isEmpty() ? settings.tree() : settings.at(path).orElse(null);
        if (value == null) {
            throw nothing(path);
        }
        if (value instanceof Json.Obj) {
            context.show(lines(settings, path), value);
        } else {
            context.show((value instanceof Json.Str(var text) ? text : JsonText.text(value)) + "\n", value);
        }
        return 0;
    }

    private static Problem nothing(String path) {
        return new Problem("nothing is set at " + path, "`jp config show` shows what is.");
    }

    private static String lines(Settings settings, String path) {
        var text = new StringBuilder();
        for (var entry : settings.entries(path)) {
            text.append(entry.path())
                    .append(" = ")
                    .append(JsonText.text(entry.value()))
                    .append('\n');
        }
        return text.toString();
    }

    private static void explain(JpContext context, Settings settings, String path) throws Problem, OutputFailed {
        var ignored = settings.warnings(path);
        if (ignored.isEmpty() && !path.isEmpty() && settings.at(path).isEmpty()) {
            throw nothing(path);
        }
        var text = new StringBuilder();
        var list = new ArrayList<Json>();
        for (var entry : settings.entries(path)) {
            text.append(entry.path())
                    .append(" = ")
                    .append(JsonText.text(entry.value()))
                    .append("  # ")
                    .append(entry.origin().text())
                    .append('\n');
            list.add(Json.object()
                    .put("key", entry.path())
                    .put("value", entry.value())
                    .put("origin", entry.origin().text())
                    .build());
        }
        for (var warning : ignored) {
            text.append("# ").append(warning.text()).append('\n');
            list.add(Json.object()
                    .put("key", warning.key())
                    .put("ignored", warning.message())
                    .put("origin", warning.origin().text())
                    .build());
        }
        context.show(text.toString(), new Json.Arr(list));
    }
}
