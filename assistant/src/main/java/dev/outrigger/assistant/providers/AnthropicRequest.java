package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.ModelCall;
import dev.outrigger.assistant.ToolDefinition;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A model call as Anthropic's `/v1/messages` wants it.
///
/// A schema is told in words: `output_config` is not known to all models, and takes a part of JSON Schema only. Who
/// wants it nevertheless has `assistant.model.parameters.other`.
final class AnthropicRequest {
    /// The API wants one; every current model allows it.
    private static final long MAX_TOKENS = 16_384;

    private static final Set<String> OURS = Set.of("model", "messages", "system", "stream", "tools");

    private AnthropicRequest() {}

    static Json.Obj of(ModelCall call) {
        var json = Json.object().put("model", call.model()).put("max_tokens", MAX_TOKENS);
        ParameterNames.put(
                json,
                call.parameters(),
                Map.of(
                        "max_tokens", "max_tokens",
                        "temperature", "temperature",
                        "top_p", "top_p",
                        "top_k", "top_k",
                        "stop_words", "stop_sequences"));
        ReasoningEffort.of(call.parameters()).ifPresent(effort -> json.put("thinking", thinking(effort)));
        var system = SchemaWords.instructions(call);
        if (!system.isBlank()) {
            json.put("system", system);
        }
        json.put("messages", messages(ProviderMessage.of(call.history(), AnthropicProvider.NAME)));
        if (!call.tools().isEmpty()) {
            json.put(
                    "tools",
                    new Json.Arr(
                            call.tools().stream().map(AnthropicRequest::tool).toList()));
        }
        return ParameterNames.withOther(json.put("stream", true).build(), call.parameters(), OURS);
    }

    /// Fewer tokens than an answer may have, which they count towards.
    private static Json thinking(ReasoningEffort effort) {
        var thinking = Json.object().put("type", effort == ReasoningEffort.OFF ? "disabled" : "enabled");
        switch (effort) {
            case OFF -> {}
            case LOW -> thinking.put("budget_tokens", 2_048);
            case MEDIUM -> thinking.put("budget_tokens", 6_144);
            case HIGH -> thinking.put("budget_tokens", 12_288);
        }
        return thinking.build();
    }

    private static Json tool(ToolDefinition tool) {
        return Json.object()
                .put("name", tool.name())
                .put("description", tool.description())
                .put("input_schema", tool.parameters())
                .build();
    }

    private static Json messages(List<ProviderMessage> speeches) {
        var messages = new ArrayList<Json>();
        if (!speeches.isEmpty() && !speeches.getFirst().user()) {
            // The API wants the user to speak first, whatever a fork has left of a conversation.
            messages.add(message("user", List.of(text("(The beginning of this conversation is not here.)"))));
        }
        for (var speech : speeches) {
            var results = new ArrayList<Json>();
            var content = new ArrayList<Json>();
            for (var part : speech.parts()) {
                switch (part) {
                    case ProviderMessage.Text(var text) -> content.add(text(text));
                    case ProviderMessage.Thought(var text, var seal) -> content.add(thought(text, seal));
                    case ProviderMessage.Call(var id, var tool, var arguments) ->
                        content.add(Json.object()
                                .put("type", "tool_use")
                                .put("id", id)
                                .put("name", tool)
                                .put("input", arguments)
                                .build());
                    case ProviderMessage.Result(var id, var _, var said, var isError) ->
                        results.add(result(id, said, isError));
                }
            }
            // It wants results before anything else.
            results.addAll(content);
            messages.add(message(speech.user() ? "user" : "assistant", results));
        }
        return new Json.Arr(messages);
    }

    private static Json message(String role, List<Json> content) {
        return Json.object()
                .put("role", role)
                .put("content", new Json.Arr(content))
                .build();
    }

    private static Json text(String text) {
        return Json.object().put("type", "text").put("text", text).build();
    }

    private static Json thought(String text, Json.Obj seal) {
        return seal.text("redacted")
                .map(data -> Json.object()
                        .put("type", "redacted_thinking")
                        .put("data", data)
                        .build())
                .orElseGet(() -> Json.object()
                        .put("type", "thinking")
                        .put("thinking", text)
                        .put("signature", seal.text("signature").orElse(""))
                        .build());
    }

    private static Json result(String id, String said, boolean isError) {
        var result = Json.object().put("type", "tool_result").put("tool_use_id", id);
        if (!said.isBlank()) {
            result.put("content", said);
        }
        if (isError) {
            result.put("is_error", true);
        }
        return result.build();
    }
}
