package dev.outrigger.assistant.providers;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;

/// A schema in words, for models that cannot be held to it otherwise.
final class Schemas {
    private Schemas() {}

    static String told(String instructions, Json.Obj schema) {
        return (instructions.isBlank() ? "" : instructions + "\n\n")
                + "Your final answer must be one JSON value, with no other text and no code fence around it,"
                + " that is valid by this JSON Schema:\n"
                + JsonText.text(schema);
    }
}
