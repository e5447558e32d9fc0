package dev.outrigger.hosting.registry;

import java.util.List;
import java.util.Map;

/// One plugin or group of plugins in the registry.
///
/// @param command the words that call it
/// @param version "" when the registry does not say
/// @param binaries by target triple, or `any`
public record RegistryEntry(
        List<String> command,
        String id,
        Kind kind,
        String version,
        String description,
        boolean official,
        List<List<String>> suggests,
        List<List<String>> requires,
        String repository,
        Map<String, Binary> binaries) {
    public enum Kind {
        COMMAND,
        COMMAND_GROUP
    }

    public record Binary(String url, String sha256) {}

    /// As one types it behind `jp`.
    public String name() {
        return String.join(" ", command);
    }

    /// As people read it: `serve web 1.2.0`.
    String title() {
        return version.isEmpty() ? name() : name() + " " + version;
    }

    RegistryEntry official(boolean official) {
        return new RegistryEntry(
                command, id, kind, version, description, official, suggests, requires, repository, binaries);
    }
}
