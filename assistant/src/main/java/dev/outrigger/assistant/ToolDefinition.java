package dev.outrigger.assistant;

import dev.outrigger.wire.Json;

/// A tool as a model sees it.
///
/// @param name letters, digits, `_` and `-`, at most 64: what every provider takes
/// @param parameters a JSON Schema of type `object`
public record ToolDefinition(String name, String description, Json.Obj parameters) {}
