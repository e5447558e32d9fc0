package dev.outrigger.jp.commands;

import dev.outrigger.assistant.plugin.ManifestProblem;
import dev.outrigger.assistant.plugin.PluginCheck;
import dev.outrigger.assistant.plugin.ToolPlugins;
import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.query.InstalledTools;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import java.util.ArrayList;

final class ToolCheck implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("check")
                .about("Run a tool plugin through everything that may happen to it, for its author")
                .longAbout("""
                        Run a tool plugin through everything that may happen to it, for its author.

                        Each tool is called with the first of the `examples` in its input_schema, or with what can be \
                        guessed from the schema. Exit code 1 when something failed.""")
                .arg(Arg.positional("DIR", "The folder with its rterm-plugin.json"))
                .example("jp tool check examples/tool-lines", "");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var folder = session.folder().resolve(session.values().text("DIR").orElse(""));
        var rows = new ArrayList<PluginCheck.Row>();
        try {
            var plugin = ToolPlugins.at(folder);
            rows.add(new PluginCheck.Row("manifest", true, ""));
            rows.addAll(PluginCheck.of(InstalledTools.runtime(session), plugin));
        } catch (ManifestProblem e) {
            rows.add(new PluginCheck.Row("manifest", false, String.valueOf(e.getMessage())));
        }
        int width = rows.stream().mapToInt(row -> row.name().length()).max().orElse(0);
        var text = new StringBuilder();
        var list = new ArrayList<Json>();
        boolean ok = true;
        for (var row : rows) {
            ok &= row.ok();
            var line = (row.ok() ? "ok      " : "failed  ")
                    + row.name()
                    + " ".repeat(width - row.name().length() + 2)
                    + PluginWords.line(row.why());
            text.append(line.stripTrailing()).append('\n');
            list.add(Json.object()
                    .put("case", row.name())
                    .put("ok", row.ok())
                    .put("why", row.why())
                    .build());
        }
        session.show(text.toString(), new Json.Arr(list));
        return ok ? 0 : 1;
    }
}
