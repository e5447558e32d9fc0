package dev.outrigger.jp.help;

import dev.outrigger.jp.finding.Plugin;
import dev.outrigger.jp.registry.Installed;
import dev.outrigger.terminal.Command;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Plugins that are known by heart.
final class Remembered implements Known {
    private final List<Plugin> plugins = new ArrayList<>();
    private final Map<Path, Brief> briefs = new HashMap<>();
    private final Map<Path, Command> commands = new HashMap<>();
    private final Map<Path, List<String>> installedAs = new HashMap<>();

    /// On PATH, and never asked.
    Remembered found(String id) {
        plugins.add(onPath(id));
        return this;
    }

    /// On PATH, and asked before.
    Remembered described(String id, String about, String... command) {
        found(id);
        briefs.put(onPath(id).file(), new Brief(List.of(command), about, true));
        return this;
    }

    Remembered silent(String id) {
        found(id);
        briefs.put(onPath(id).file(), new Brief(List.of(), "", false));
        return this;
    }

    Remembered installed(String id, String... command) {
        var plugin = new Plugin(id, Path.of("/installed/jp-" + id), Plugin.Source.INSTALLED);
        plugins.addFirst(plugin);
        installedAs.put(plugin.file(), List.of(command));
        return this;
    }

    Remembered helps(String id, Command command) {
        commands.put(onPath(id).file(), command);
        return this;
    }

    void says(Plugin plugin, Brief brief) {
        briefs.put(plugin.file(), brief);
    }

    static Plugin onPath(String id) {
        return new Plugin(id, Path.of("/bin/jp-" + id), Plugin.Source.PATH);
    }

    @Override
    public List<Plugin> plugins() {
        return plugins;
    }

    @Override
    public Optional<Brief> brief(Plugin plugin) {
        return Optional.ofNullable(briefs.get(plugin.file()));
    }

    @Override
    public void lookAgain() {
        // says() has changed it in place
    }

    @Override
    public Optional<Installed.One> installed(Plugin plugin) {
        var command = installedAs.get(plugin.file());
        return command == null
                ? Optional.empty()
                : Optional.of(new Installed.One(
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
    public Optional<Command> command(Plugin plugin) {
        return Optional.ofNullable(commands.get(plugin.file()));
    }
}
