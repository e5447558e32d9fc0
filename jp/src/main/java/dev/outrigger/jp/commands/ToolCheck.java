package dev.outrigger.jp.commands;

import dev.outrigger.assistant.plugin.Draft;
import dev.outrigger.assistant.plugin.ManifestProblem;
import dev.outrigger.assistant.plugin.PluginCheck;
import dev.outrigger.assistant.plugin.PluginManifest;
import dev.outrigger.assistant.plugin.StoreProblem;
import dev.outrigger.assistant.plugin.ToolPlugins;
import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.query.InstalledTools;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

final class ToolCheck implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("check")
                .about("Run a tool plugin through everything that may happen to it, for its author")
                .longAbout("""
                        Run a tool plugin through everything that may happen to it, for its author.

                        Each tool is called with the first of the `examples` in its input_schema, or with what can be \
                        guessed from the schema. What could not be seen is "not reached", with the reason. A warning is something that no host minds, but that you may not have meant. \
                        Exit code 1 when something failed. Without an rterm-plugin.json you get one to begin with.""")
                .arg(Arg.positional("DIR", "The folder with its rterm-plugin.json"))
                .example("jp tool check examples/tool-lines", "");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var folder = session.folder().resolve(session.values().text("DIR").orElse(""));
        var rows = rows(session, folder);
        var draft = Draft.of(folder);
        session.show(text(rows) + draft.map(ToolCheck::words).orElse(""), json(rows, draft.orElse("")));
        return rows.stream().allMatch(PluginCheck.Row::ok) ? 0 : 1;
    }

    private static List<PluginCheck.Row> rows(Session session, Path folder) throws Problem, OutputFailed {
        var rows = new ArrayList<PluginCheck.Row>();
        try {
            var plugin = ToolPlugins.at(folder, InstalledTools.settings(session));
            rows.add(new PluginCheck.Row("manifest", PluginCheck.Verdict.OK, "", ""));
            try (var staged = InstalledTools.staged(session, plugin)) {
                rows.addAll(PluginCheck.of(InstalledTools.runtime(session), staged.plugin()));
            }
        } catch (ManifestProblem e) {
            rows.add(new PluginCheck.Row("manifest", PluginCheck.Verdict.FAILED, String.valueOf(e.getMessage()), ""));
            rows.add(new PluginCheck.Row(
                    "everything else", PluginCheck.Verdict.NOT_REACHED, "it is started as its manifest says", ""));
        } catch (StoreProblem e) {
            throw ToolsHere.problem(e);
        }
        return rows;
    }

    private static String words(String draft) {
        return "\nTo begin with, write this to " + PluginManifest.FILE
                + " in the plugin's folder, with your own names:\n\n" + draft
                + "\nThen check again. docs/manifests.md says what each field means.\n";
    }

    private static String text(List<PluginCheck.Row> rows) {
        int width = rows.stream().mapToInt(row -> row.name().length()).max().orElse(0);
        var text = new StringBuilder();
        for (var row : rows) {
            var line = String.format(
                            Locale.ROOT,
                            "%-13s%-" + width + "s  ",
                            row.verdict().word(),
                            row.name())
                    + PluginWords.line(row.why());
            text.append(line.stripTrailing()).append('\n');
            if (!row.advice().isEmpty()) {
                text.append("             → ").append(row.advice()).append('\n');
            }
        }
        long failed = count(rows, PluginCheck.Verdict.FAILED);
        long warned = count(rows, PluginCheck.Verdict.WARNING);
        long notReached = count(rows, PluginCheck.Verdict.NOT_REACHED);
        return text.append('\n')
                .append(count(rows, PluginCheck.Verdict.OK))
                .append(" ok, ")
                .append(warned)
                .append(warned == 1 ? " warning, " : " warnings, ")
                .append(failed)
                .append(" failed")
                .append(notReached == 0 ? "\n" : ", " + notReached + " not reached\n")
                .toString();
    }

    private static long count(List<PluginCheck.Row> rows, PluginCheck.Verdict verdict) {
        return rows.stream().filter(row -> row.verdict() == verdict).count();
    }

    private static Json json(List<PluginCheck.Row> rows, String draft) {
        var list = new ArrayList<Json>();
        for (var row : rows) {
            list.add(Json.object()
                    .put("case", row.name())
                    .put("ok", row.ok())
                    .put("verdict", row.verdict().word())
                    .put("why", row.why())
                    .put("advice", row.advice().isEmpty() && !draft.isEmpty() ? draft : row.advice())
                    .build());
        }
        return new Json.Arr(list);
    }
}
