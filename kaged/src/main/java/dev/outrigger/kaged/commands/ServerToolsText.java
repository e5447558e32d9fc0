package dev.outrigger.kaged.commands;

import dev.outrigger.terminal.VisibleText;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;

/// The tools of an MCP server, as its server defines them, for people: none of it can be believed.
final class ServerToolsText {
    private static final int LONGEST_LINE = 160;
    private static final int LONGEST_DEFINITION = 8000;

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

    /// What is to be decided about: each definition, and the one before.
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
                tool.get("before").ifPresent(before -> text.append("- ").append(definition(before)));
                tool.get("definition").ifPresent(now -> text.append("+ ").append(definition(now)));
            }
        }
        return text.toString();
    }

    private static String definition(Json definition) {
        return VisibleText.line(JsonText.text(definition), LONGEST_DEFINITION) + "\n";
    }
}
