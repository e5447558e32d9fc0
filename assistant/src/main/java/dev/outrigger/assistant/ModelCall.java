package dev.outrigger.assistant;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.event.Event;
import java.util.List;
import java.util.Optional;

/// What a model is asked: everything it knows of the conversation, oldest first, and what it may do about it.
///
/// @param instructions what it is told before the conversation; "" when nothing
/// @param history every tool call in it is followed by its response, before the next message
/// @param schema what its answer must look like, if that matters
/// @param parameters `assistant.model.parameters` of the settings: `max_tokens`, `temperature`, `top_p`, `top_k`,
///     `stop_words`, `reasoning`, and `other`, which is passed on as it is
public record ModelCall(
        String model,
        String instructions,
        List<Event> history,
        List<ToolDefinition> tools,
        Optional<Json.Obj> schema,
        Json.Obj parameters) {
    public ModelCall {
        history = List.copyOf(history);
        tools = List.copyOf(tools);
    }
}
