package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.ModelCall;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.Map;
import java.util.Set;

/// A model call as Ollama's `/api/chat` wants it.
final class OllamaRequest {
    private static final Set<String> OURS = Set.of("model", "messages", "stream", "tools", "options");

    private OllamaRequest() {}

    static Json.Obj of(ModelCall call, SchemaFallback.Form form) {
        var json = Json.object().put("model", call.model()).put("messages", messages(call));
        if (!call.tools().isEmpty()) {
            json.put("tools", OpenAiRequest.tools(call.tools()));
        } else {
            // With tools it would keep the model from calling them.
            call.schema().ifPresent(schema -> {
                switch (form) {
                    case SCHEMA -> json.put("format", schema);
                    case OBJECT -> json.put("format", "json");
                    case TOLD -> {}
                }
            });
        }
        ReasoningEffort.of(call.parameters()).ifPresent(effort -> json.put("think", effort != ReasoningEffort.OFF));
        var options = options(call.parameters());
        if (!options.fields().isEmpty()) {
            json.put("options", options);
        }
        return ParameterNames.withOther(json.put("stream", true).build(), call.parameters(), OURS);
    }

    private static Json.Obj options(Json.Obj parameters) {
        var options = Json.object();
        if (parameters.get("other").orElse(Json.Null.NULL) instanceof Json.Obj other
                && other.get("options").orElse(Json.Null.NULL) instanceof Json.Obj(var given)) {
            given.forEach(options::put);
        }
        ParameterNames.put(
                options,
                parameters,
                Map.of(
                        "max_tokens", "num_predict",
                        "temperature", "temperature",
                        "top_p", "top_p",
                        "top_k", "top_k",
                        "stop_words", "stop"));
        return options.build();
    }

    private static Json messages(ModelCall call) {
        var messages = new ArrayList<Json>();
        var system = SchemaWords.instructions(call);
        if (!system.isBlank()) {
            messages.add(OpenAiRequest.message("system", system).build());
        }
        for (var speech : ProviderMessage.of(call.history(), OllamaProvider.NAME)) {
            var texts = new ArrayList<String>();
            var thoughts = new ArrayList<String>();
            var calls = new ArrayList<Json>();
            for (var part : speech.parts()) {
                switch (part) {
                    case ProviderMessage.Text(var text) -> texts.add(text);
                    case ProviderMessage.Thought(var text, var _) -> thoughts.add(text);
                    case ProviderMessage.Call(var id, var tool, var arguments) -> calls.add(call(id, tool, arguments));
                    case ProviderMessage.Result(var id, var tool, var said, var isError) ->
                        messages.add(OpenAiRequest.message("tool", OpenAiRequest.marked(said, isError))
                                .put("tool_name", tool)
                                .put("tool_call_id", id)
                                .build());
                }
            }
            if (!texts.isEmpty() || !calls.isEmpty()) {
                var message = OpenAiRequest.message(speech.user() ? "user" : "assistant", String.join("\n\n", texts));
                if (!thoughts.isEmpty()) {
                    message.put("thinking", String.join("\n\n", thoughts));
                }
                if (!calls.isEmpty()) {
                    message.put("tool_calls", new Json.Arr(calls));
                }
                messages.add(message.build());
            }
        }
        return new Json.Arr(messages);
    }

    private static Json call(String id, String tool, Json.Obj arguments) {
        return Json.object()
                .put("id", id)
                .put(
                        "function",
                        Json.object()
                                .put("name", tool)
                                .put("arguments", arguments)
                                .build())
                .build();
    }
}
