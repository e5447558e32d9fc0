package dev.outrigger.jp.commands;

import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.workspace.settings.Settings;
import java.util.ArrayList;

final class ConfigShow implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("show")
                .about("Show the settings that hold here")
                .arg(Arg.positional("PATH", "Only what lies at or below this key")
                        .optional())
                .arg(Arg.flag("explain", "Say which file and line each value comes from, and what does not count"))
                .example("jp config show plugins --explain", "everything about plugins, and where it was set");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var path = session.values().text("PATH").orElse("");
        if (session.values().flag("explain")) {
            // What does not count is in the explanation, each time.
            explain(session, session.loadSettings(), path);
            return 0;
        }
        var settings = session.settings();
        var value = path.isEmpty() ? settings.tree() : settings.at(path).orElse(null);
        if (value == null) {
            throw nothing(path);
        }
        if (value instanceof Json.Obj) {
            session.show(lines(settings, path), value);
        } else {
            session.show((value instanceof Json.Str(var text) ? text : JsonText.text(value)) + "\n", value);
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

    private static void explain(Session session, Settings settings, String path) throws Problem, OutputFailed {
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
        session.show(text.toString(), new Json.Arr(list));
    }
}
