package dev.outrigger.assistant.plugin;

import java.nio.file.Path;

/// A tool plugin in a folder, whose manifest is in order.
///
/// @param sha256 of all that is in the folder
public record ToolPlugin(PluginManifest manifest, Path folder, String sha256) {
    public String id() {
        return manifest.id();
    }

    /// What is enforced, and what are mere words.
    public Granted granted() {
        return Granted.of(manifest.allCapabilities());
    }
}
