package dev.outrigger.jp;

import dev.outrigger.jp.commands.Commands;
import dev.outrigger.jp.finding.Plugin;
import dev.outrigger.jp.help.Kept;
import dev.outrigger.jp.help.Known;
import dev.outrigger.jp.help.Listing;
import dev.outrigger.jp.help.OnDisk;
import dev.outrigger.jp.help.Overview;
import dev.outrigger.jp.plugin.Asking;
import dev.outrigger.jp.registry.Entry;
import dev.outrigger.jp.registry.Registry;
import dev.outrigger.jp.trust.Standing;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.workspace.settings.Settings;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What help needs to know of plugins, with the settings that hold here. Help is what people turn to when something is
/// broken: settings that cannot be read are one warning, and nothing is approved.
public final class Guide {
    private final Session session;
    private final Known known;
    private @Nullable Settings settings;

    public Guide(Session session) {
        this.session = session;
        this.known = new OnDisk(session.places(), session.environment());
    }

    /// As it was kept while nothing has changed; settings are read only where there are plugins.
    public Listing listing() throws OutputFailed {
        var kept = new Kept(session.places(), session.environment());
        var stamp = stamp();
        var before = kept.under(stamp);
        if (before.isPresent()) {
            return before.get();
        }
        if (known.plugins().isEmpty()) {
            kept.keep(Listing.EMPTY, List.of(), stamp);
            return Listing.EMPTY;
        }
        readSettings();
        var listing = Overview.of(Commands.ROOT, known, this::approved, this::ask);
        if (settings != null) {
            kept.keep(listing, known.plugins(), stamp);
        }
        return listing;
    }

    /// "" when it cannot be told what the settings depend on.
    private String stamp() {
        try {
            return session.settingsStamp().orElse("");
        } catch (Problem _) {
            // Whoever reads the settings will say what is wrong.
            return "";
        }
    }

    /// What can be installed, as far as was fetched before.
    public List<Entry> registry() throws OutputFailed {
        readSettings();
        var registry = settings == null ? Optional.<Registry>empty() : Registry.cached(session.places(), settings);
        return registry.isPresent() ? registry.get().entries() : List.of();
    }

    private void readSettings() throws OutputFailed {
        if (settings != null) {
            return;
        }
        try {
            settings = session.loadSettings();
        } catch (Problem problem) {
            session.printer().note("warning: " + problem.what());
        }
    }

    private boolean approved(Plugin plugin) {
        try {
            return settings != null && Standing.of(session, settings, plugin).approvedNow();
        } catch (Problem _) {
            // No workspace that could be read: what it may have forbidden is not known.
            return false;
        }
    }

    private void ask(List<Plugin> approved) {
        try {
            new Asking(session).describe(approved);
        } catch (Problem | OutputFailed e) {
            session.log().add(LogLevel.WARN, "jp", "plugins are not asked what they are: " + e.getMessage());
        }
    }
}
