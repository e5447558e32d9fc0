package dev.outrigger.jp.registry;

import dev.outrigger.workspace.settings.Layer;
import dev.outrigger.workspace.settings.Settings;

/// Where the registry is, as the settings say.
///
/// @param officialCounts whether it is believed when it calls a plugin official: the built-in one is, and one that the
///     user wrote into a file of their own; not one that a script put into the environment or on the command line
public record Address(String url, boolean officialCounts) {
    private static final String KEY = "plugins.registry_url";

    public static Address of(Settings settings) {
        var url = settings.text(KEY);
        boolean counts = false;
        for (var entry : settings.entries(KEY)) {
            var layer = entry.origin().layer();
            counts = layer == Layer.DEFAULTS || layer == Layer.USER || layer == Layer.USER_WORKSPACE;
        }
        return new Address(url, counts);
    }

    Registry believed(Registry registry) {
        return officialCounts ? registry : registry.unofficial();
    }
}
