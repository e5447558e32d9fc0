package dev.outrigger.assistant.plugin;

import dev.outrigger.assistant.Tool;
import dev.outrigger.launch.sandbox.ConfinementRefused;
import dev.outrigger.launch.sandbox.FolderReach;
import dev.outrigger.system.Sha256;
import dev.outrigger.system.TreeDeletion;
import dev.outrigger.system.WholeFile;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.wire.tool.ToToolPlugin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// The tool plugins that are installed: a copy of each in `<root>/<id>/`, and beside it `<id>.json`, which pins its
/// content. What was changed after it was installed is not run.
///
/// The manifest is checked whenever it is read, since what a tool is and whether it is asked about stands in it; all
/// that is in the folder, before each call.
public final class ToolPlugins {
    /// Beside a plugin lies its pin, which no other plugin's folder may be mistaken for.
    private static final Pattern ID = Pattern.compile("(?!.*\\.json$)[A-Za-z0-9_][A-Za-z0-9._-]{0,63}");

    private final Path root;
    private final ToolPluginSettings.Source settings;

    /// @param root `$XDG_DATA_HOME/jp/plugins/tool`
    public ToolPlugins(Path root, ToolPluginSettings.Source settings) {
        this.root = root;
        this.settings = settings;
    }

    /// Those that can be used, by their ids, and a line about each that cannot.
    public record Listing(List<ToolPlugin> plugins, List<String> problems) {
        public Listing {
            plugins = List.copyOf(plugins);
            problems = List.copyOf(problems);
        }
    }

    /// A plugin that is not installed, where it lies.
    public static ToolPlugin at(Path folder, ToolPluginSettings.Source settings) throws ToolManifestProblem {
        try {
            var manifest = ToolManifestReader.read(folder);
            return new ToolPlugin(
                    manifest,
                    folder.toRealPath(),
                    PluginFolderContent.of(folder).sha256(),
                    settings.of(manifest.id()));
        } catch (IOException e) {
            throw new ToolManifestProblem(folder, 0, List.of(), "cannot be read: " + e.getMessage());
        }
    }

    /// By their manifests: of the other files nothing is known before [#installed] or a call looks at them.
    public Listing list() {
        var plugins = new ArrayList<ToolPlugin>();
        var problems = new ArrayList<String>();
        var names = root.toFile().list();
        var ids = names == null
                ? List.<String>of()
                : List.of(names).stream().sorted().toList();
        for (var name : ids) {
            if (ID.matcher(name).matches()) {
                try {
                    plugins.add(said(name));
                } catch (PluginStoreProblem e) {
                    problems.add(e.what() + ". " + e.hint());
                }
            }
        }
        return new Listing(plugins, problems);
    }

    /// As it was installed, or not at all: every file is looked at.
    public ToolPlugin installed(String id) throws PluginStoreProblem {
        var plugin = said(id);
        try {
            if (!PluginFolderContent.of(plugin.folder()).sha256().equals(plugin.sha256())) {
                throw changed(id);
            }
            return plugin;
        } catch (ToolManifestProblem e) {
            throw new PluginStoreProblem(String.valueOf(e.getMessage()), again(id));
        } catch (IOException e) {
            throw new PluginStoreProblem("plugin " + id + " cannot be read: " + e.getMessage(), again(id));
        }
    }

    /// What its manifest says, as it was installed.
    private ToolPlugin said(String id) throws PluginStoreProblem {
        if (!has(id)) {
            throw new PluginStoreProblem(
                    "there is no tool plugin " + id, "`jp tool list` shows those that are installed.");
        }
        var pinned = pinned(id);
        if (pinned.isEmpty()) {
            throw changed(id);
        }
        try {
            var folder = root.resolve(id).toRealPath();
            var manifest = ToolManifestReader.readPinned(folder, pinned.get().manifest());
            return new ToolPlugin(manifest, folder, pinned.get().all(), settings.of(manifest.id()));
        } catch (ToolManifestProblem e) {
            throw new PluginStoreProblem(String.valueOf(e.getMessage()), again(id));
        } catch (IOException e) {
            throw new PluginStoreProblem("plugin " + id + " cannot be read: " + e.getMessage(), again(id));
        }
    }

    private static PluginStoreProblem changed(String id) {
        return new PluginStoreProblem("plugin " + id + " was changed after it was installed", again(id));
    }

    private static String again(String id) {
        return "Install it again with `jp tool install DIR`, or remove it with `jp tool remove " + id + "`.";
    }

    /// Whether one is there under this id, whatever has become of it.
    public boolean has(String id) {
        return ID.matcher(id).matches() && Files.isDirectory(root.resolve(id));
    }

    /// A plugin that cannot be used.
    public record Broken(String id, PluginStoreProblem why) {}

    /// That which would have this tool, as far as its manifest can still be read. Only for saying so.
    public Optional<Broken> broken(String tool) {
        var names = root.toFile().list();
        for (var id : names == null ? new String[0] : names) {
            if (has(id)) {
                try {
                    var _ = installed(id);
                } catch (PluginStoreProblem e) {
                    if (mayHave(id, tool)) {
                        return Optional.of(new Broken(id, e));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private boolean mayHave(String id, String tool) {
        try {
            return ToolManifestReader.read(root.resolve(id)).tool(tool).isPresent();
        } catch (ToolManifestProblem _) {
            // What it had cannot be known any more, so it may have been this one.
            return true;
        }
    }

    /// The sums when it was installed: of all that is in its folder, and of its manifest alone.
    private record Pinned(String all, String manifest) {}

    private Optional<Pinned> pinned(String id) {
        try {
            var pin = JsonText.parse(Files.readAllBytes(pin(id))) instanceof Json.Obj object ? object : Json.EMPTY;
            var all = pin.text("sha256");
            var manifest = pin.text("manifest_sha256");
            return all.isPresent() && manifest.isPresent()
                    ? Optional.of(new Pinned(all.get(), manifest.get()))
                    : Optional.empty();
        } catch (IOException | MalformedJson _) {
            // Without its pin a plugin counts as changed.
            return Optional.empty();
        }
    }

    private Path pin(String id) {
        return root.resolve(id + ".json");
    }

    /// Copies it, in place of one of the same id. The copy is what is checked and pinned.
    public ToolPlugin install(ToolPlugin plugin) throws PluginStoreProblem {
        var id = plugin.id();
        var fresh = root.resolve("." + id + ".new-" + ProcessHandle.current().pid());
        var target = root.resolve(id);
        try {
            boolean forOthers = FolderReach.matters();
            if (forOthers) {
                FolderReach.make(root);
            }
            Files.createDirectories(root, PluginFolderContent.FOLDER);
            TreeDeletion.delete(fresh);
            PluginFolderContent.of(plugin.folder()).copyTo(fresh);
            if (forOthers) {
                // Root's plugins run as other users, who must be able to read them.
                FolderReach.open(fresh);
            }
            var manifest = Sha256.of(Files.readAllBytes(fresh.resolve(ToolPluginManifest.FILE)));
            var copied = at(fresh, settings);
            if (!copied.sha256().equals(plugin.sha256())) {
                throw new PluginStoreProblem(plugin.folder() + " was changed while it was copied", "Try again.");
            }
            // Between these steps there is a plugin without its pin, which is not run.
            Files.deleteIfExists(pin(id));
            TreeDeletion.delete(target);
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
            write(copied, manifest);
            return installed(id);
        } catch (ToolManifestProblem | ConfinementRefused e) {
            throw new PluginStoreProblem(String.valueOf(e.getMessage()), "");
        } catch (IOException e) {
            throw new PluginStoreProblem(
                    "plugin " + id + " cannot be installed in " + root + ": " + e.getMessage(),
                    "Look at the folder's owner and permissions.");
        } finally {
            discard(fresh);
        }
    }

    private static void discard(Path fresh) {
        try {
            TreeDeletion.delete(fresh);
        } catch (IOException _) {
            // A name that no plugin has: the next install removes it.
        }
    }

    private void write(ToolPlugin plugin, String manifest) throws IOException {
        var text = JsonText.text(Json.object()
                .put("plugin_id", plugin.id())
                .put("plugin_version", plugin.manifest().version())
                .put("sha256", plugin.sha256())
                .put("manifest_sha256", manifest)
                .build());
        WholeFile.replace(pin(plugin.id()), (text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    public void remove(String id) throws PluginStoreProblem {
        if (!has(id)) {
            throw new PluginStoreProblem(
                    "there is no tool plugin " + id, "`jp tool list` shows those that are installed.");
        }
        try {
            Files.deleteIfExists(pin(id));
            TreeDeletion.delete(root.resolve(id));
        } catch (NoSuchFileException _) {
            // Somebody else removes it.
        } catch (IOException e) {
            throw new PluginStoreProblem(
                    "plugin " + id + " cannot be removed: " + e.getMessage(),
                    "Look at the owner and permissions of " + root.resolve(id) + ".");
        }
    }

    /// The tools of all that can be used. What is wrong with others goes to `problems`, one line each.
    public List<Tool> tools(PluginRuntime runtime, ToToolPlugin.Context context, Consumer<String> problems) {
        var tools = new ArrayList<Tool>();
        var listing = list();
        listing.problems().forEach(problems);
        for (var plugin : listing.plugins()) {
            for (var entry : plugin.manifest().tools()) {
                tools.add(tool(plugin, entry, runtime, context));
            }
        }
        return tools;
    }

    private Tool tool(
            ToolPlugin plugin,
            ToolPluginManifest.ToolEntry entry,
            PluginRuntime runtime,
            ToToolPlugin.Context context) {
        return new PluginTool(plugin, entry, runtime, context, () -> changed(plugin));
    }

    /// Why it is not to be run any more.
    private Optional<String> changed(ToolPlugin plugin) {
        try {
            return installed(plugin.id()).sha256().equals(plugin.sha256())
                    ? Optional.empty()
                    : Optional.of("plugin " + plugin.id() + " was replaced meanwhile: start again");
        } catch (PluginStoreProblem e) {
            return Optional.of(e.what() + ". " + e.hint());
        }
    }
}
