package dev.outrigger.assistant.plugin;

import java.nio.file.Path;

/// A tool plugin in a folder, whose manifest is in order.
///
/// @param sha256 of all that is in the folder; of an installed one, as it was when it was installed
public record ToolPlugin(PluginManifest manifest, Path folder, String sha256) {
    public String id() {
        return manifest.id();
    }

    /// Whether a call is asked about, unless the settings say otherwise. That a plugin calls itself safe counts only
    /// where a sandbox holds it: without one it can do whatever the user can, and its word is a stranger's.
    public boolean asksFor(PluginManifest.ToolEntry tool) {
        return tool.tier() != PluginManifest.Tier.SAFE
                || tool.mutating()
                || !granted().sandboxed();
    }

    /// What is enforced, and what are mere words.
    public Granted granted() {
        return Granted.of(manifest.allCapabilities());
    }
}
