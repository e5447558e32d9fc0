package dev.outrigger.wire.tool;

import dev.outrigger.wire.Json;
import java.util.List;
import java.util.Optional;

/// What a tool plugin says: one [Handshake], then one [Response].
public sealed interface ToCore {
    record Handshake(Manifest manifest) implements ToCore {}

    sealed interface Response extends ToCore permits Ok, Failed {
        String requestId();
    }

    /// `output` and `metadata` are [Json.Null] when there are none.
    record Ok(String requestId, Json output, Json metadata) implements Response {}

    /// The tool's own error, which is no failure of the exchange. `code` may be "".
    record Failed(String requestId, String code, String message, Json metadata) implements Response {}

    /// What a plugin says of itself, for the core to judge: what is missing or no text is "".
    ///
    /// @param capabilities none when it is missing; an entry that is no text is ""
    record Manifest(
            String pluginId,
            String pluginVersion,
            String protocolVersion,
            List<String> exposedTools,
            List<String> capabilities) {
        public Manifest {
            exposedTools = List.copyOf(exposedTools);
            capabilities = List.copyOf(capabilities);
        }

        /// What it lacks that every plugin of this protocol says, if anything.
        public Optional<String> lack() {
            if (pluginId.isBlank()) {
                return Optional.of("`plugin_id` is missing or blank");
            }
            if (pluginVersion.isBlank()) {
                return Optional.of("`plugin_version` is missing or blank");
            }
            return exposedTools.isEmpty() || exposedTools.contains("")
                    ? Optional.of("`exposed_tools` must be a list of names, at least one")
                    : Optional.empty();
        }
    }
}
