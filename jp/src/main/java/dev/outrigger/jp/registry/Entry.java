package dev.outrigger.jp.registry;

import java.util.List;
import java.util.Map;

/// One plugin or group of plugins in the registry.
///
/// @param command the words that call it
/// @param version "" when the registry does not say
/// @param binaries by target triple, or `any`
public record Entry(
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
}
