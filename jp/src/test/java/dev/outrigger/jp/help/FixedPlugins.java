package dev.outrigger.jp.help;

import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.registry.InstalledPrograms;
import dev.outrigger.terminal.Command;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Plugins that are known by heart.
final class FixedPlugins implements KnownPlugins {
    private final List<PluginProgram> plugins = new ArrayList<>();
    private final Map<Path, Brief> briefs = new HashMap<>();
    private final Map<Path, Command> commands = new HashMap<>();
    private final Map<Path, List<String>> installedAs = new HashMap<>();

    /// On PATH, and never asked.
    FixedPlugins found(String id) {
        plugins.add(onPath(id));
        return this;
    }

    /// On PATH, and asked before.
    FixedPlugins described(String id, String about, String... command) {
        found(id);
        briefs.put(onPath(id).file(), new Brief(List.of(command), about, true));
        return this;
    }

    FixedPlugins silent(String id) {
        found(id);
        briefs.put(onPath(id).file(), new Brief(List.of(), "", false));
        return this;
    }

    FixedPlugins installed(String id, String... command) {
        var plugin = new PluginProgram(id, Path.of("/installed/jp-" + id), PluginProgram.Source.INSTALLED);
        plugins.addFirst(plugin);
        installedAs.put(plugin.file(), List.of(command));
        return this;
    }

    FixedPlugins helps(String id, Command command) {
        commands.put(onPath(id).file(), command);
        return this;
    }

    void says(PluginProgram plugin, Brief brief) {
        briefs.put(plugin.file(), brief);
    }

    static PluginProgram onPath(String id) {
        return new PluginProgram(id, Path.of("/bin/jp-" + id), PluginProgram.Source.PATH);
    }

    @Override
    public List<PluginProgram> plugins() {
        return plugins;
    }

    @Override
    public Optional<Brief> brief(PluginProgram plugin) {
        return Optional.ofNullable(briefs.get(plugin.file()));
    }

    @Override
    public void lookAgain() {
        // says() has changed it in place
    }

    @Override
    public Optional<InstalledPrograms.One> installed(PluginProgram plugin) {
        var command = installedAs.get(plugin.file());
        return command == null
                ? Optional.empty()
                : Optional.of(new InstalledPrograms.One(
                        plugin.id(),
                        command,
                        "",
                        "As installed",
                        "00".repeat(32),
                        false,
                        "",
                        "",
                        "any",
                        List.of(),
                        ""));
    }

    @Override
    public Optional<Command> command(PluginProgram plugin) {
        return Optional.ofNullable(commands.get(plugin.file()));
    }
}
