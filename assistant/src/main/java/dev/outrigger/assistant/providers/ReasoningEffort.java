package dev.outrigger.assistant.providers;

import dev.outrigger.wire.Json;
import java.util.Locale;
import java.util.Optional;

/// How much a model is to think before it answers: `assistant.model.parameters.reasoning`.
enum ReasoningEffort {
    OFF,
    LOW,
    MEDIUM,
    HIGH;

    /// Nothing when it is left to the model.
    static Optional<ReasoningEffort> of(Json.Obj parameters) {
        var named = parameters.text("reasoning").orElse("");
        for (var effort : values()) {
            if (effort.word().equals(named)) {
                return Optional.of(effort);
            }
        }
        return Optional.empty();
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
