package dev.outrigger.jp.registry;

import dev.outrigger.workspace.Places;
import java.util.List;
import java.util.Optional;

/// The plugins that can be installed.
public record Registry(List<Entry> entries) {
    /// As it was fetched last from this URL; nothing when it never was. Never goes to the network.
    public static Optional<Registry> cached(Places places, String url) {
        return Optional.empty();
    }

    public Optional<Entry> at(List<String> command) {
        return entries.stream().filter(entry -> entry.command().equals(command)).findFirst();
    }

    public Optional<Entry> byId(String id) {
        return entries.stream().filter(entry -> entry.id().equals(id)).findFirst();
    }
}
