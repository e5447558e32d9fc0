package dev.outrigger.jp.help;

import dev.outrigger.jp.describe.Descriptions;
import dev.outrigger.jp.finding.Plugin;
import dev.outrigger.jp.finding.Programs;
import dev.outrigger.jp.registry.Installed;
import dev.outrigger.terminal.Command;
import dev.outrigger.workspace.Places;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// As the folders and the cache of descriptions have it. Both are read when first asked for.
public final class OnDisk implements Known {
    private final Places places;
    private final Map<String, String> environment;
    private @Nullable List<Plugin> plugins;
    private @Nullable Descriptions descriptions;
    private @Nullable Installed installed;
    private final Map<String, Optional<Brief>> briefs = new HashMap<>();

    public OnDisk(Places places, Map<String, String> environment) {
        this.places = places;
        this.environment = environment;
    }

    @Override
    public List<Plugin> plugins() {
        if (plugins == null) {
            plugins = Programs.of(environment, places).executable();
        }
        return plugins;
    }

    /// Looked up once: each look is a `stat`.
    @Override
    public Optional<Brief> brief(Plugin plugin) {
        var path = plugin.file().toString();
        var brief = briefs.get(path);
        if (brief == null) {
            brief = lookUp(plugin);
            briefs.put(path, brief);
        }
        return brief;
    }

    @Override
    public void lookAgain() {
        briefs.clear();
        descriptions = null;
    }

    private Optional<Brief> lookUp(Plugin plugin) {
        var known = descriptions().remembered(plugin);
        return known.isEmpty()
                ? Optional.empty()
                : Optional.of(new Brief(
                        known.get().command(),
                        known.get().description(),
                        known.get().failure().isEmpty()));
    }

    @Override
    public Optional<Installed.One> installed(Plugin plugin) {
        return plugin.source() == Plugin.Source.INSTALLED ? installed().byId(plugin.id()) : Optional.empty();
    }

    @Override
    public Optional<Command> command(Plugin plugin) {
        var known = descriptions().known(plugin);
        return known.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(known.get().structured());
    }

    private Installed installed() {
        if (installed == null) {
            installed = Installed.read(places);
        }
        return installed;
    }

    private Descriptions descriptions() {
        if (descriptions == null) {
            descriptions = Descriptions.open(places.state());
        }
        return descriptions;
    }
}
