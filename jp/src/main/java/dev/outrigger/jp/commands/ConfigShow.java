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
                .arg(Arg.flag("explain", "Say which file and line each value comes from"))
                .example("jp config show plugins --explain", "everything about plugins, and where it was set");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var settings = session.settings();
        var path = session.values().text("PATH").orElse("");
        var value = path.isEmpty() ? settings.tree() : settings.at(path).orElse(null);
        if (value == null) {
            throw new Problem("nothing is set at " + path, "`jp config show` shows what is.");
        }
        if (session.values().flag("explain")) {
            explain(session, settings, path);
        } else if (value instanceof Json.Obj) {
            session.show(lines(settings, path), value);
        } else {
            session.show((value instanceof Json.Str(var text) ? text : JsonText.text(value)) + "\n", value);
        }
        return 0;
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

    private static void explain(Session session, Settings settings, String path) throws OutputFailed {
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
        session.show(text.toString(), new Json.Arr(list));
    }
}
