package dev.outrigger.jp;

import dev.outrigger.jp.commands.Commands;
import dev.outrigger.jp.finding.Plugin;
import dev.outrigger.jp.help.Kept;
import dev.outrigger.jp.help.Known;
import dev.outrigger.jp.help.Listing;
import dev.outrigger.jp.help.OnDisk;
import dev.outrigger.jp.help.Overview;
import dev.outrigger.jp.registry.Entry;
import dev.outrigger.jp.registry.Registry;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.settings.Settings;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What help needs to know of plugins, with the settings that hold here. Help is what people turn to when something is
/// broken: settings that cannot be read are one warning, and nothing is approved.
final class Guide {
    private final Session session;
    private final Known known;
    private @Nullable Settings settings;

    Guide(Session session) throws OutputFailed {
        this.session = session;
        this.known = new OnDisk(session.places(), session.environment());
    }

    /// As it was kept while nothing has changed; settings are read only where there are plugins.
    Listing listing() throws OutputFailed {
        var kept = new Kept(session.places(), session.environment());
        var stamp = stamp();
        var before = kept.under(stamp);
        if (before.isPresent()) {
            return before.get();
        }
        if (known.plugins().isEmpty()) {
            return Listing.EMPTY;
        }
        readSettings();
        var listing = Overview.of(Commands.ROOT, known, this::approved, _ -> {});
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
    List<Entry> registry() throws OutputFailed {
        readSettings();
        var url = text("plugins.registry_url");
        var registry = url.isEmpty() ? Optional.<Registry>empty() : Registry.cached(session.places(), url.get());
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
        return text(Settings.path("plugins", "command", plugin.id(), "run")).equals(Optional.of("unattended"));
    }

    private Optional<String> text(String path) {
        return settings != null && settings.at(path).orElse(Json.Null.NULL) instanceof Json.Str(var value)
                ? Optional.of(value)
                : Optional.empty();
    }
}
