package dev.outrigger.jp.commands.plugin;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.finding.PluginFinder;
import dev.outrigger.hosting.trust.PluginStanding;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.workspace.settings.Settings;
import java.util.ArrayList;
import java.util.List;

/// `jp plugin show`: one plugin's file, checksum, trust and options, with the file that says each.
public final class PluginShowCommand implements ProgramCommand<JpContext> {
    @Override
    public Command describe() {
        return Command.named("show")
                .about("Show all that is known of a plugin, without starting it")
                .arg(ChosenPlugin.NAME)
                .example("jp plugin show serve web", "its file, sha256, pin and options, and which file says so");
    }

    @Override
    public int run(JpContext context) throws Problem, OutputFailed {
        var plugin = ChosenPlugin.program(context);
        var facts = PluginFacts.of(context, new PluginFinder(context), plugin);
        var sha256 = "";
        var problems = new ArrayList<>(facts.problems());
        try {
            sha256 = PluginStanding.sha256(plugin);
        } catch (Problem e) {
            if (!problems.contains(e.what())) {
                problems.add(e.what());
            }
        }
        var settings = context.settings().entries(facts.standing().terms().key());
        context.show(text(facts, sha256, problems, settings), json(facts, sha256, problems, settings));
        return 0;
    }

    private static String text(PluginFacts facts, String sha256, List<String> problems, List<Settings.Entry> settings) {
        var text = new StringBuilder();
        line(text, "id", facts.plugin().id());
        for (var command : facts.commands()) {
            line(text, "command", "jp " + String.join(" ", command));
        }
        line(text, "description", PluginWords.line(facts.description()));
        line(text, "version", PluginWords.line(facts.version()));
        line(text, "file", facts.plugin().file().toString());
        line(text, "source", PluginWords.source(facts.plugin()));
        line(text, "sha256", sha256);
        line(text, "pin", facts.standing().terms().pin().orElse("none"));
        line(text, "trust", facts.verdict() == null ? "unknown" : PluginWords.of(facts.verdict()));
        for (var problem : problems) {
            line(text, "problem", problem);
        }
        for (var entry : settings) {
            line(
                    text,
                    "setting",
                    entry.path() + " = " + JsonText.text(entry.value()) + "  # "
                            + entry.origin().text());
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String label, String value) {
        if (!value.isEmpty()) {
            text.append(label)
                    .append(":")
                    .append(" ".repeat(13 - label.length()))
                    .append(value)
                    .append('\n');
        }
    }

    private static Json json(PluginFacts facts, String sha256, List<String> problems, List<Settings.Entry> settings) {
        var entries = new ArrayList<Json>();
        for (var entry : settings) {
            entries.add(Json.object()
                    .put("key", entry.path())
                    .put("value", entry.value())
                    .put("origin", entry.origin().text())
                    .build());
        }
        var terms = facts.standing().terms();
        return facts.json()
                .put("sha256", sha256.isEmpty() ? Json.Null.NULL : Json.of(sha256))
                .put(
                        "pin",
                        terms.pin().isEmpty()
                                ? Json.Null.NULL
                                : Json.of(terms.pin().get()))
                .put("why", facts.verdict() == null ? "unknown" : PluginWords.of(facts.verdict()))
                .put("problems", Json.texts(problems))
                .put("options", terms.options())
                .put("settings", new Json.Arr(entries))
                .build();
    }
}
