package dev.outrigger.jp.front;

import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.ToolDefinition;
import dev.outrigger.assistant.ToolResult;
import dev.outrigger.assistant.ToolRun;
import dev.outrigger.wire.Json;

/// A tool that answers with where it comes from.
public record FakeTool(String name, String source, Consent consent, String fingerprint) implements Tool {
    public FakeTool(String name, String source) {
        this(name, source, Consent.ASK, name + source);
    }

    @Override
    public ToolDefinition definition() {
        return new ToolDefinition(name, "own words", Json.EMPTY);
    }

    @Override
    public ToolResult run(Json.Obj arguments, ToolRun run) {
        return ToolResult.of(source);
    }
}
