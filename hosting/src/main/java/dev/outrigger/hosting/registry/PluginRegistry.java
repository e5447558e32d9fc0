package dev.outrigger.hosting.registry;

import dev.outrigger.workspace.UserPlaces;
import dev.outrigger.workspace.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The plugins that can be installed.
///
/// @param leftOut what was broken or hostile in it, entry by entry
public record PluginRegistry(List<RegistryEntry> entries, List<LeftOut> leftOut) {
    /// An entry that does not count.
    ///
    /// @param name the entry's, harmless to show
    /// @param reason one line
    public record LeftOut(String name, String reason) {}

    public PluginRegistry(List<RegistryEntry> entries) {
        this(entries, List.of());
    }

    /// As it was fetched last from the URL that the settings name; nothing when it never was. Never goes to the
    /// network. What it calls official counts only where [RegistryAddress#officialCounts()].
    public static Optional<PluginRegistry> cached(UserPlaces places, Settings settings) {
        var address = RegistryAddress.of(settings);
        var found = new RegistryCache(places).read(address.url());
        return found.isPresent() ? Optional.of(address.believed(found.get())) : found;
    }

    public Optional<RegistryEntry> at(List<String> command) {
        for (var entry : entries) {
            if (entry.command().equals(command)) {
                return Optional.of(entry);
            }
        }
        return Optional.empty();
    }

    public Optional<RegistryEntry> byId(String id) {
        for (var entry : entries) {
            if (entry.id().equals(id)) {
                return Optional.of(entry);
            }
        }
        return Optional.empty();
    }

    PluginRegistry unofficial() {
        var plain = new ArrayList<RegistryEntry>(entries.size());
        for (var entry : entries) {
            plain.add(entry.official(false));
        }
        return new PluginRegistry(plain, leftOut);
    }
}
