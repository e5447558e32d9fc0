package dev.outrigger.assistant;

import dev.outrigger.wire.Json;

/// A part of an answer, as it comes from a model.
public sealed interface Piece {
    /// Some more of the answer's text.
    record Text(String text) implements Piece {}

    /// Some more of what the model thinks aloud.
    record Thought(String text) implements Piece {}

    /// What the provider wants back with the thought before it, in its own form. Stored, never shown.
    record Seal(Json.Obj metadata) implements Piece {}

    /// The model wants a tool to run. `id` is unlike all others of the conversation.
    record Call(String id, String tool, Json.Obj arguments) implements Piece {}

    /// The model wants a tool to run, but what it wrote for arguments is no JSON object.
    record BadCall(String id, String tool, String written, String why) implements Piece {}
}
