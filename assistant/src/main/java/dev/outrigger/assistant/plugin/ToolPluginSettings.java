package dev.outrigger.assistant.plugin;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `[plugins.tool.<id>]`: what the user's own files say of a plugin.
///
/// @param grant what it may do, instead of the words of the grammar that it declares; null when nothing is said
/// @param unconfined whether it runs without a sandbox
/// @param timeout how long one of its calls may take; null when nothing is said
public record ToolPluginSettings(
        @Nullable List<String> grant,
        boolean unconfined,
        @Nullable Duration timeout) {
    public static final ToolPluginSettings NONE = new ToolPluginSettings(null, false, null);

    public ToolPluginSettings {
        grant = grant == null ? null : List.copyOf(grant);
    }

    /// Where they are found, by the id of a plugin.
    public interface Source {
        ToolPluginSettings of(String id);
    }
}
