package dev.outrigger.assistant.providers;

import java.util.List;
import java.util.Map;

/// What the settings say of one provider.
///
/// @param baseUrl where its API is
/// @param environment where the key's variable is looked up
/// @param allKeys where keys of any provider are to be found: none of them may be in what is stored
/// @param memory what earlier commands found out about its server
public record ProviderSettings(
        String baseUrl,
        KeySource key,
        Map<String, String> environment,
        NetworkAccess wayOut,
        List<KeySource> allKeys,
        ServerMemory memory) {
    public ProviderSettings(String baseUrl, KeySource key, Map<String, String> environment, NetworkAccess wayOut) {
        this(baseUrl, key, environment, wayOut, List.of(), ServerMemory.NONE);
    }

    /// The same, for whoever remembers.
    public ProviderSettings with(ServerMemory other) {
        return new ProviderSettings(baseUrl, key, environment, wayOut, allKeys, other);
    }

    public ProviderSettings {
        allKeys = List.copyOf(allKeys);
        environment = Map.copyOf(environment);
    }

    /// Never the environment, which is full of secrets.
    @Override
    public String toString() {
        return "ProviderSettings[" + baseUrl + ", " + key + "]";
    }
}
