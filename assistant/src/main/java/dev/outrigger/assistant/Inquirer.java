package dev.outrigger.assistant;

import dev.outrigger.wire.Json;
import java.util.Optional;

/// Whoever answers the questions of tools.
public interface Inquirer {
    /// Waits for the answer; nothing when there will be none. `id` is that of the stored question, `tool` who asks.
    /// When cancelled it returns soon.
    Optional<Json> answer(String id, String tool, ToolQuestion question, Cancellation cancellation);
}
