package dev.outrigger.assistant;

import dev.outrigger.wire.Json;
import java.util.List;
import java.util.Optional;

/// What a tool wants to know from the user.
///
/// @param options of a [Kind#SELECT]
/// @param standard what counts when the user just presses enter; [Json.Null] for leaving it open
public record ToolQuestion(String text, Kind kind, List<String> options, Optional<Json> standard) {
    public enum Kind {
        TEXT,
        /// Yes or no.
        BOOLEAN,
        /// One of a few.
        SELECT
    }

    public ToolQuestion {
        options = List.copyOf(options);
    }
}
