package dev.outrigger.jp.commands.tool;

import dev.outrigger.assistant.plugin.DraftManifest;
import dev.outrigger.assistant.plugin.PluginStoreProblem;
import dev.outrigger.assistant.plugin.ToolManifestProblem;
import dev.outrigger.assistant.plugin.ToolPluginCheck;
import dev.outrigger.assistant.plugin.ToolPluginManifest;
import dev.outrigger.assistant.plugin.ToolPlugins;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.turn.InstalledToolPlugins;
import dev.outrigger.jp.commands.plugin.PluginWords;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// `jp tool check`: plays a host that tries every case of the protocol on a tool plugin, for its author.
public final class ToolCheckCommand implements ProgramCommand<JpContext> {
    @Override
    public Command describe() {
        return Command.named("check")
                .about("Run a tool plugin through everything that may happen to it, for its author")
                .longAbout("""
                        Run a tool plugin through everything that may happen to it, for its author.

                        Each tool is called with the first of the `examples` in its input_schema, or with what can be \
                        guessed from the schema. What could not be seen is "not reached", with the reason. A warning is something that no host minds, but that you may not have meant. \
                        Exit code 1 when something failed. Without an rterm-plugin.json you get one to begin with.""")
                .arg(Argument.positional("DIR", "The folder with its rterm-plugin.json"))
                .example("jp tool check examples/tool-lines", "");
    }

    @Override
    public int run(JpContext context) throws Problem, OutputFailed {
        var folder = context.folder().resolve(context.values().text("DIR").orElse(""));
        var rows = rows(context, folder);
        var draft = DraftManifest.of(folder);
        context.show(text(rows) + draft.map(ToolCheckCommand::words).orElse(""), json(rows, draft.orElse("")));
        return rows.stream().allMatch(ToolPluginCheck.Row::ok) ? 0 : 1;
    }

    private static List<ToolPluginCheck.Row> rows(JpContext context, Path folder) throws Problem, OutputFailed {
        var rows = new ArrayList<ToolPluginCheck.Row>();
        try {
            var plugin = ToolPlugins.at(folder, InstalledToolPlugins.settings(context));
            rows.add(new ToolPluginCheck.Row("manifest", ToolPluginCheck.Verdict.OK, "", ""));
            try (var staged = InstalledToolPlugins.staged(context, plugin)) {
                rows.addAll(ToolPluginCheck.of(InstalledToolPlugins.runtime(context), staged.plugin()));
            }
        } catch (ToolManifestProblem e) {
            rows.add(new ToolPluginCheck.Row(
                    "manifest", ToolPluginCheck.Verdict.FAILED, String.valueOf(e.getMessage()), ""));
            rows.add(new ToolPluginCheck.Row(
                    "everything else", ToolPluginCheck.Verdict.NOT_REACHED, "it is started as its manifest says", ""));
        } catch (PluginStoreProblem e) {
            throw ToolPluginsHere.problem(e);
        }
        return rows;
    }

    private static String words(String draft) {
        return "\nTo begin with, write this to " + ToolPluginManifest.FILE
                + " in the plugin's folder, with your own names:\n\n" + draft
                + "\nThen check again. docs/manifests.md says what each field means.\n";
    }

    private static String text(List<ToolPluginCheck.Row> rows) {
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
        long failed = count(rows, ToolPluginCheck.Verdict.FAILED);
        long warned = count(rows, ToolPluginCheck.Verdict.WARNING);
        long notReached = count(rows, ToolPluginCheck.Verdict.NOT_REACHED);
        return text.append('\n')
                .append(count(rows, ToolPluginCheck.Verdict.OK))
                .append(" ok, ")
                .append(warned)
                .append(warned == 1 ? " warning, " : " warnings, ")
                .append(failed)
                .append(" failed")
                .append(notReached == 0 ? "\n" : ", " + notReached + " not reached\n")
                .toString();
    }

    private static long count(List<ToolPluginCheck.Row> rows, ToolPluginCheck.Verdict verdict) {
        return rows.stream().filter(row -> row.verdict() == verdict).count();
    }

    private static Json json(List<ToolPluginCheck.Row> rows, String draft) {
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
