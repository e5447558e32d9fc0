package dev.outrigger.assistant.plugin;

import dev.outrigger.wire.Json;
import java.util.List;

/// What came of a call of a tool plugin. In none of these cases is anything left of the plugin.
public sealed interface PluginCallOutcome {
    /// `output` and `metadata` are [Json.Null] when there are none.
    record Ok(Json output, Json metadata) implements PluginCallOutcome {}

    /// The tool's own error: the plugin did as it should. `code` may be "".
    record ToolError(String code, String message, Json metadata) implements PluginCallOutcome {}

    /// The plugin did not.
    ///
    /// @param pluginId as we call it, until it has said its own name
    /// @param message one line for people; it may hold words of the plugin
    /// @param stderr its last lines, oldest first
    record Failure(FailureCode code, String pluginId, String message, List<String> stderr)
            implements PluginCallOutcome {
        public Failure {
            stderr = List.copyOf(stderr);
        }
    }

    /// Nobody wants to know any more.
    record Cancelled() implements PluginCallOutcome {}
}
