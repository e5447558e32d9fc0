package dev.outrigger.hosting.registry;

import dev.outrigger.workspace.settings.Settings;
import dev.outrigger.workspace.settings.SettingsLayer;

/// Where the registry is, as the settings say.
///
/// @param officialCounts whether it is believed when it calls a plugin official: the built-in one is, and one that the
///     user wrote into a file of their own; not one that a script put into the environment or on the command line
public record RegistryAddress(String url, boolean officialCounts) {
    private static final String KEY = "plugins.registry_url";

    public static RegistryAddress of(Settings settings) {
        var url = settings.text(KEY);
        boolean counts = false;
        for (var entry : settings.entries(KEY)) {
            var layer = entry.origin().layer();
            counts = layer == SettingsLayer.DEFAULTS
                    || layer == SettingsLayer.USER
                    || layer == SettingsLayer.USER_WORKSPACE;
        }
        return new RegistryAddress(url, counts);
    }

    PluginRegistry believed(PluginRegistry registry) {
        return officialCounts ? registry : registry.unofficial();
    }
}
