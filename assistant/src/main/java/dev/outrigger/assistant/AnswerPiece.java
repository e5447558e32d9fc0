package dev.outrigger.assistant;

import dev.outrigger.wire.Json;

/// A part of an answer, as it comes from a model.
public sealed interface AnswerPiece {
    /// Some more of the answer's text.
    record Text(String text) implements AnswerPiece {}

    /// Some more of what the model thinks aloud.
    record Thought(String text) implements AnswerPiece {}

    /// What the provider wants back with the thought before it, in its own form. Stored, never shown.
    record Seal(Json.Obj metadata) implements AnswerPiece {}

    /// The model wants a tool to run. `id` is unlike all others of the conversation.
    record Call(String id, String tool, Json.Obj arguments) implements AnswerPiece {}

    /// The model wants a tool to run, but what it wrote for arguments is no JSON object.
    record BadCall(String id, String tool, String written, String why) implements AnswerPiece {}
}
