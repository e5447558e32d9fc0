package dev.outrigger.assistant.providers;

import java.util.Map;

/// What the settings say of one provider.
///
/// @param baseUrl where its API is
/// @param environment where the key's variable is looked up
public record ProviderSettings(String baseUrl, KeySource key, Map<String, String> environment, WayOut wayOut) {
    public ProviderSettings {
        environment = Map.copyOf(environment);
    }

    /// Never the environment, which is full of secrets.
    @Override
    public String toString() {
        return "ProviderSettings[" + baseUrl + ", " + key + "]";
    }
}
