package dev.outrigger.assistant.plugin;

import java.nio.file.Path;
import java.time.Duration;

/// A tool plugin in a folder, whose manifest is in order.
///
/// @param sha256 of all that is in the folder; of an installed one, as it was when it was installed
/// @param settings what the user's own files say of it
public record ToolPlugin(ToolPluginManifest manifest, Path folder, String sha256, ToolPluginSettings settings) {
    public String id() {
        return manifest.id();
    }

    /// Whether a call is asked about, unless the settings say otherwise. That a plugin calls a tool safe counts only
    /// where it can reach nothing but what it is given.
    public boolean asksFor(ToolPluginManifest.ToolEntry tool) {
        return switch (tool.tier()) {
            case SAFE -> tool.mutating() || granted().reachesOut();
            case MODERATE, DANGEROUS, DESTRUCTIVE -> true;
        };
    }

    /// How long a call may take.
    public Duration timeout() {
        return manifest.timeout(settings);
    }

    /// What is enforced, and what are mere words.
    public GrantedCapabilities granted() {
        return GrantedCapabilities.of(manifest.allCapabilities(), settings);
    }

    PluginSpec spec() {
        return manifest.spec(folder, settings);
    }

    ToolPlugin at(Path elsewhere) {
        return new ToolPlugin(manifest, elsewhere, sha256, settings);
    }
}
