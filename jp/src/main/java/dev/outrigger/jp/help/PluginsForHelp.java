package dev.outrigger.jp.help;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.registry.PluginRegistry;
import dev.outrigger.hosting.registry.RegistryEntry;
import dev.outrigger.hosting.trust.PluginStanding;
import dev.outrigger.hosting.visit.UnattendedInterviews;
import dev.outrigger.jp.commands.Commands;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.workspace.settings.Settings;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What help needs to know of plugins, with the settings that hold here. Help is what people turn to when something is
/// broken: settings that cannot be read are one warning, and nothing is approved.
public final class PluginsForHelp {
    private final JpContext context;
    private final KnownPlugins known;
    private @Nullable Settings settings;

    public PluginsForHelp(JpContext context) {
        this.context = context;
        this.known = new PluginsOnDisk(context.places(), context.environment());
    }

    /// As it was kept while nothing has changed; settings are read only where there are plugins.
    public PluginListing listing() throws OutputFailed {
        var kept = new PluginListCache(context.places(), context.environment());
        var stamp = stamp();
        var before = kept.under(stamp);
        if (before.isPresent()) {
            return before.get();
        }
        if (known.plugins().isEmpty()) {
            kept.keep(PluginListing.EMPTY, List.of(), stamp);
            return PluginListing.EMPTY;
        }
        readSettings();
        var listing = PluginOverview.of(Commands.ROOT, known, this::approved, this::ask);
        if (settings != null) {
            kept.keep(listing, known.plugins(), stamp);
        }
        return listing;
    }

    /// "" when it cannot be told what the settings depend on.
    private String stamp() {
        try {
            return context.settingsStamp().orElse("");
        } catch (Problem _) {
            // Whoever reads the settings will say what is wrong.
            return "";
        }
    }

    /// What can be installed, as far as was fetched before.
    public List<RegistryEntry> registry() throws OutputFailed {
        readSettings();
        var registry =
                settings == null ? Optional.<PluginRegistry>empty() : PluginRegistry.cached(context.places(), settings);
        return registry.isPresent() ? registry.get().entries() : List.of();
    }

    private void readSettings() throws OutputFailed {
        if (settings != null) {
            return;
        }
        try {
            settings = context.loadSettings();
        } catch (Problem problem) {
            context.printer().note("warning: " + problem.what());
        }
    }

    private boolean approved(PluginProgram plugin) {
        try {
            return settings != null
                    && PluginStanding.of(context, settings, plugin).approvedNow();
        } catch (Problem _) {
            // No workspace that could be read: what it may have forbidden is not known.
            return false;
        }
    }

    private void ask(List<PluginProgram> approved) {
        try {
            new UnattendedInterviews(context).describe(approved);
        } catch (Problem | OutputFailed e) {
            context.log().add(LogLevel.WARN, "jp", "plugins are not asked what they are: " + e.getMessage());
        }
    }
}
