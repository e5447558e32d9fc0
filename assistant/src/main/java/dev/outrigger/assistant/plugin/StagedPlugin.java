package dev.outrigger.assistant.plugin;

import dev.outrigger.launch.sandbox.ConfinementRefused;
import dev.outrigger.launch.sandbox.FolderReach;
import dev.outrigger.system.TreeDeletion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;

/// A plugin in a folder of its author's, as it can be run there: where it lies, or in a copy until this is closed.
///
/// Root's sandboxed plugins run as other users. A folder that these cannot reach or read, below root's home for
/// example, is copied to one that they can, under a name that nobody can list or guess.
public final class StagedPlugin implements AutoCloseable {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final ToolPlugin plugin;
    private final boolean copied;

    private StagedPlugin(ToolPlugin plugin, boolean copied) {
        this.plugin = plugin;
        this.copied = copied;
    }

    /// Where it lies, if it can be run there.
    ///
    /// @param state in here the copy is made otherwise
    public static StagedPlugin of(ToolPlugin plugin, Path state) throws PluginStoreProblem {
        try {
            if (plugin.granted().unconfined()
                    || !FolderReach.matters()
                    || FolderReach.obstacleWithin(plugin.folder()).isEmpty()) {
                return new StagedPlugin(plugin, false);
            }
            return copy(plugin, state.resolve("staged"));
        } catch (ConfinementRefused | ToolManifestProblem e) {
            throw new PluginStoreProblem(String.valueOf(e.getMessage()), "");
        } catch (IOException e) {
            throw new PluginStoreProblem(
                    plugin.folder() + " cannot be copied to where the plugin's user can read it: " + e,
                    "Put it where others can read it.");
        }
    }

    private static StagedPlugin copy(ToolPlugin plugin, Path base) throws IOException, ToolManifestProblem {
        FolderReach.make(base);
        removeLeft(base);
        var random = new byte[16];
        RANDOM.nextBytes(random);
        var target = base.resolve(
                ProcessHandle.current().pid() + "-" + HexFormat.of().formatHex(random));
        PluginFolderContent.of(plugin.folder()).copyTo(target);
        FolderReach.open(target);
        return new StagedPlugin(plugin.at(target), true);
    }

    /// What those left that were killed meanwhile.
    private static void removeLeft(Path base) throws IOException {
        var names = base.toFile().list();
        for (var name : names == null ? List.<String>of() : List.of(names)) {
            var pid = name.substring(0, Math.max(name.indexOf('-'), 0));
            if (pid.matches("[0-9]{1,10}") && !Files.exists(Path.of("/proc", pid))) {
                TreeDeletion.delete(base.resolve(name));
            }
        }
    }

    public ToolPlugin plugin() {
        return plugin;
    }

    @Override
    public void close() throws PluginStoreProblem {
        try {
            if (copied) {
                TreeDeletion.delete(plugin.folder());
            }
        } catch (IOException e) {
            throw new PluginStoreProblem(
                    "the copy " + plugin.folder() + " cannot be removed: " + e, "Remove it yourself.");
        }
    }
}
