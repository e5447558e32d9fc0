package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.ModelCall;
import dev.outrigger.assistant.ToolDefinition;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A model call as `/chat/completions` wants it.
final class OpenAiRequest {
    private static final Set<String> OURS = Set.of("model", "messages", "stream", "stream_options", "tools");

    private OpenAiRequest() {}

    /// OpenAI itself has another name for the longest answer than most who are like it.
    static Json.Obj of(ModelCall call, boolean original, SchemaFallback.Form form) {
        var json = Json.object().put("model", call.model()).put("messages", messages(call));
        ParameterNames.put(
                json,
                call.parameters(),
                Map.of(
                        "max_tokens", original ? "max_completion_tokens" : "max_tokens",
                        "temperature", "temperature",
                        "top_p", "top_p",
                        "top_k", "top_k",
                        "stop_words", "stop"));
        // Not for `off`: models that do not reason refuse any word about it.
        ReasoningEffort.of(call.parameters())
                .filter(effort -> effort != ReasoningEffort.OFF)
                .ifPresent(effort -> json.put("reasoning_effort", effort.word()));
        if (!call.tools().isEmpty()) {
            json.put("tools", tools(call.tools()));
        }
        call.schema().flatMap(schema -> format(schema, form)).ifPresent(format -> json.put("response_format", format));
        json.put("stream", true)
                .put("stream_options", Json.object().put("include_usage", true).build());
        return ParameterNames.withOther(json.build(), call.parameters(), OURS);
    }

    private static Optional<Json> format(Json.Obj schema, SchemaFallback.Form form) {
        return switch (form) {
            case SCHEMA ->
                Optional.of(Json.object()
                        .put("type", "json_schema")
                        .put(
                                "json_schema",
                                Json.object()
                                        .put("name", "answer")
                                        .put("schema", schema)
                                        // Strict takes a part of JSON Schema only, and refuses the rest.
                                        .put("strict", false)
                                        .build())
                        .build());
            case OBJECT -> Optional.of(Json.object().put("type", "json_object").build());
            case TOLD -> Optional.empty();
        };
    }

    static Json tools(List<ToolDefinition> tools) {
        var list = new ArrayList<Json>();
        for (var tool : tools) {
            list.add(Json.object()
                    .put("type", "function")
                    .put(
                            "function",
                            Json.object()
                                    .put("name", tool.name())
                                    .put("description", tool.description())
                                    .put("parameters", tool.parameters())
                                    .build())
                    .build());
        }
        return new Json.Arr(list);
    }

    private static Json messages(ModelCall call) {
        var messages = new ArrayList<Json>();
        // Servers that are like OpenAI's often take `response_format` and do nothing about it.
        var system = SchemaWords.instructions(call);
        if (!system.isBlank()) {
            messages.add(message("system", system).build());
        }
        for (var speech : ProviderMessage.of(call.history(), OpenAiProvider.NAME)) {
            var texts = new ArrayList<String>();
            var calls = new ArrayList<Json>();
            for (var part : speech.parts()) {
                switch (part) {
                    case ProviderMessage.Text(var text) -> texts.add(text);
                    case ProviderMessage.Thought _ -> {
                        // The API takes none back.
                    }
                    case ProviderMessage.Call(var id, var tool, var arguments) -> calls.add(call(id, tool, arguments));
                    case ProviderMessage.Result(var id, var _, var said, var isError) ->
                        messages.add(message("tool", marked(said, isError))
                                .put("tool_call_id", id)
                                .build());
                }
            }
            if (!texts.isEmpty() || !calls.isEmpty()) {
                var message = message(speech.user() ? "user" : "assistant", String.join("\n\n", texts));
                if (!calls.isEmpty()) {
                    message.put("tool_calls", new Json.Arr(calls));
                }
                messages.add(message.build());
            }
        }
        return new Json.Arr(messages);
    }

    static Json.Builder message(String role, String content) {
        return Json.object().put("role", role).put("content", content);
    }

    /// There is no other way to tell a model that its tool failed.
    static String marked(String said, boolean isError) {
        return isError ? "Error: " + said : said;
    }

    private static Json call(String id, String tool, Json.Obj arguments) {
        return Json.object()
                .put("id", id)
                .put("type", "function")
                .put(
                        "function",
                        Json.object()
                                .put("name", tool)
                                .put("arguments", JsonText.text(arguments))
                                .build())
                .build();
    }
}
