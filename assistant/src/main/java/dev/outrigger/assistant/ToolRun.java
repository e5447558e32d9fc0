package dev.outrigger.assistant;

import dev.outrigger.wire.Json;
import java.util.Optional;

/// One run of a tool, as the tool sees it.
public interface ToolRun {
    /// The id of the call.
    String id();

    Cancellation cancellation();

    /// One line for whoever waits.
    void progress(String line);

    /// The user's answer; nothing when there is nobody to ask, or nobody answered.
    Optional<Json> ask(ToolQuestion question);
}
