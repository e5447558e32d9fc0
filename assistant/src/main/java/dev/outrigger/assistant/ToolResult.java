package dev.outrigger.assistant;

import dev.outrigger.wire.Json;

/// What came of a tool call, for the model. `metadata` is stored beside it, for people and programs: the code of a
/// failure, for one.
public record ToolResult(String content, boolean isError, Json.Obj metadata) {
    public static ToolResult of(String content) {
        return new ToolResult(content, false, Json.EMPTY);
    }

    public static ToolResult error(String content) {
        return new ToolResult(content, true, Json.EMPTY);
    }
}
