package dev.outrigger.assistant.mcp.client;

import dev.outrigger.wire.Json;

/// A server's `notifications/progress`, as one line.
final class McpProgress {
    private McpProgress() {}

    static String line(Json.Obj said) {
        var far = number(said, "progress");
        var total = number(said, "total");
        var share = total.isEmpty() ? far : far + "/" + total;
        var message = HarmlessWords.line(said.text("message").orElse(""));
        return message.isEmpty() ? share : share.isEmpty() ? message : message + " (" + share + ")";
    }

    private static String number(Json.Obj said, String name) {
        return said.get(name).orElse(Json.Null.NULL) instanceof Json.Num(var text) ? HarmlessWords.line(text) : "";
    }
}
