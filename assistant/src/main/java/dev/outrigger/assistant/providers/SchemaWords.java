package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.ModelCall;
import dev.outrigger.wire.JsonText;

/// A schema in words, for models that cannot be held to it otherwise.
final class SchemaWords {
    private SchemaWords() {}

    /// What a model is told before the conversation: the schema too, if its answer is to have one.
    static String instructions(ModelCall call) {
        var own = call.instructions();
        if (call.schema().isEmpty()) {
            return own;
        }
        return (own.isBlank() ? "" : own + "\n\n")
                + "Your final answer must be one JSON value, with no other text and no code fence around it,"
                + " that is valid by this JSON Schema:\n"
                + JsonText.text(call.schema().get());
    }
}
