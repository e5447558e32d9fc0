package dev.outrigger.jp.help;

import dev.outrigger.hosting.describe.PluginDescriptions;
import dev.outrigger.hosting.finding.PluginPrograms;
import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.registry.InstalledPrograms;
import dev.outrigger.terminal.Command;
import dev.outrigger.workspace.UserPlaces;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// As the folders and the cache of descriptions have it. Both are read when first asked for.
public final class PluginsOnDisk implements KnownPlugins {
    private final UserPlaces places;
    private final Map<String, String> environment;
    private @Nullable List<PluginProgram> plugins;
    private @Nullable PluginDescriptions descriptions;
    private @Nullable InstalledPrograms installed;
    private final Map<String, Optional<Brief>> briefs = new HashMap<>();

    public PluginsOnDisk(UserPlaces places, Map<String, String> environment) {
        this.places = places;
        this.environment = environment;
    }

    @Override
    public List<PluginProgram> plugins() {
        if (plugins == null) {
            plugins = PluginPrograms.of(environment, places).executable();
        }
        return plugins;
    }

    /// Looked up once: each look is a `stat`.
    @Override
    public Optional<Brief> brief(PluginProgram plugin) {
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

    private Optional<Brief> lookUp(PluginProgram plugin) {
        var known = descriptions().remembered(plugin);
        return known.isEmpty()
                ? Optional.empty()
                : Optional.of(new Brief(
                        known.get().command(),
                        known.get().description(),
                        known.get().failure().isEmpty()));
    }

    @Override
    public Optional<InstalledPrograms.One> installed(PluginProgram plugin) {
        return plugin.source() == PluginProgram.Source.INSTALLED ? installed().byId(plugin.id()) : Optional.empty();
    }

    @Override
    public Optional<Command> command(PluginProgram plugin) {
        var known = descriptions().known(plugin);
        return known.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(known.get().structured());
    }

    private InstalledPrograms installed() {
        if (installed == null) {
            installed = InstalledPrograms.read(places);
        }
        return installed;
    }

    private PluginDescriptions descriptions() {
        if (descriptions == null) {
            descriptions = PluginDescriptions.open(places.state());
        }
        return descriptions;
    }
}
