package dev.outrigger.kaged.commands;

import dev.outrigger.terminal.VisibleText;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The tools of an MCP server, as its server defines them, for people: none of it can be believed.
final class ServerToolsText {
    private static final int LONGEST_LINE = 160;
    private static final int MOST_NAMES = 20;

    private ServerToolsText() {}

    static String list(Json.Obj told) {
        var text = new StringBuilder();
        for (var tool : DaemonWords.objects(told.get("tools").orElse(Json.Null.NULL))) {
            var description =
                    DaemonWords.text(tool, "description").lines().findFirst().orElse("");
            text.append(VisibleText.line(DaemonWords.text(tool, "name"), LONGEST_LINE))
                    .append("  ")
                    .append(state(tool))
                    .append(description.isEmpty() ? "" : "  " + VisibleText.line(description, LONGEST_LINE))
                    .append('\n');
        }
        if (text.isEmpty()) {
            return "no tools\n";
        }
        if (!DaemonWords.texts(told, "waiting").isEmpty()) {
            text.append("not offered before you agree: kaged plugin tools ")
                    .append(DaemonWords.text(told, "plugin"))
                    .append(" --accept\n");
        }
        return text.toString();
    }

    private static String state(Json.Obj tool) {
        return tool.get("left_out").orElse(Json.Bool.FALSE) == Json.Bool.TRUE
                ? "left out by the manifest"
                : DaemonWords.text(tool, "state");
    }

    /// For a question or an answer, of which they are not the point.
    static String names(List<String> all) {
        int more = all.size() - MOST_NAMES;
        var shown = String.join(", ", all.subList(0, Math.min(all.size(), MOST_NAMES)));
        return VisibleText.line(shown, LONGEST_LINE) + (more > 0 ? " and " + more + " more" : "");
    }

    /// What is to be decided about, nothing of it cut: each new definition, and of a changed one what is other.
    static String waiting(Json.Obj told) {
        var waiting = DaemonWords.texts(told, "waiting");
        var text = new StringBuilder();
        for (var tool : DaemonWords.objects(told.get("tools").orElse(Json.Null.NULL))) {
            var name = DaemonWords.text(tool, "name");
            if (waiting.contains(name)) {
                text.append(VisibleText.line(name, LONGEST_LINE))
                        .append(" is ")
                        .append(DaemonWords.text(tool, "state"))
                        .append(":\n");
                differences(text, DaemonWords.object(tool, "before"), DaemonWords.object(tool, "definition"));
            }
        }
        return text.toString();
    }

    private static void differences(StringBuilder text, Json.Obj before, Json.Obj now) {
        var fields = new LinkedHashSet<>(now.fields().keySet());
        fields.addAll(before.fields().keySet());
        fields.remove("name");
        for (var field : fields) {
            var was = before.fields().get(field);
            var is = now.fields().get(field);
            if (!Objects.equals(was, is)) {
                text.append("  ").append(VisibleText.line(field, LONGEST_LINE)).append('\n');
                value(text, "  - ", was);
                value(text, "  + ", is);
            }
        }
    }

    private static void value(StringBuilder text, String mark, @Nullable Json value) {
        if (value != null) {
            var words = value instanceof Json.Str(var said) ? said : JsonText.text(value);
            VisibleText.text(words)
                    .lines()
                    .forEach(line -> text.append(mark).append(line).append('\n'));
        }
    }
}
