package dev.outrigger.jp.registry;

import dev.outrigger.workspace.Places;
import dev.outrigger.workspace.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The plugins that can be installed.
///
/// @param leftOut what was broken or hostile in it, entry by entry
public record Registry(List<Entry> entries, List<LeftOut> leftOut) {
    /// An entry that does not count.
    ///
    /// @param name the entry's, harmless to show
    /// @param reason one line
    public record LeftOut(String name, String reason) {}

    public Registry(List<Entry> entries) {
        this(entries, List.of());
    }

    /// As it was fetched last from the URL that the settings name; nothing when it never was. Never goes to the
    /// network. What it calls official counts only where [Address#officialCounts()].
    public static Optional<Registry> cached(Places places, Settings settings) {
        var address = Address.of(settings);
        var found = new RegistryCache(places).read(address.url());
        return found.isPresent() ? Optional.of(address.believed(found.get())) : found;
    }

    public Optional<Entry> at(List<String> command) {
        for (var entry : entries) {
            if (entry.command().equals(command)) {
                return Optional.of(entry);
            }
        }
        return Optional.empty();
    }

    public Optional<Entry> byId(String id) {
        for (var entry : entries) {
            if (entry.id().equals(id)) {
                return Optional.of(entry);
            }
        }
        return Optional.empty();
    }

    Registry unofficial() {
        var plain = new ArrayList<Entry>(entries.size());
        for (var entry : entries) {
            plain.add(entry.official(false));
        }
        return new Registry(plain, leftOut);
    }
}
