package dev.outrigger.assistant.mcp.client;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// How a server wants to be spoken to.
public enum McpEra {
    /// A session, begun with `initialize`; the server may ask in its turn.
    INITIALIZE,
    /// Every request tells who asks and what they can do; a server that needs more says so in its answer.
    STATELESS;

    static final String STATELESS_VERSION = "2026-07-28";
    /// Latest first.
    static final List<String> INITIALIZE_VERSIONS = List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<McpEra> of(String word) {
        for (var era : values()) {
            if (era.word().equals(word)) {
                return Optional.of(era);
            }
        }
        return Optional.empty();
    }

    /// That of the versions that a server says it supports; nothing when we know none of them.
    static Optional<McpEra> of(List<String> supported) {
        if (supported.contains(STATELESS_VERSION)) {
            return Optional.of(STATELESS);
        }
        return INITIALIZE_VERSIONS.stream().anyMatch(supported::contains) ? Optional.of(INITIALIZE) : Optional.empty();
    }
}
