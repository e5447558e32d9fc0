package dev.outrigger.hosting.visit;

import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.workspace.PrivateFiles;
import dev.outrigger.workspace.UserPlaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Which plugins have taken a lock, as empty files in `$XDG_STATE_HOME/jp/writers`. The launcher looks there before it
/// starts Java: what a lock needs is in a cache of its own, which costs those that take none. It is only a guess at the
/// next run, and a wrong one is only slower.
final class WritingPlugins {
    private WritingPlugins() {}

    static void remember(UserPlaces places, PluginProgram plugin) throws IOException {
        var folder = places.state().resolve("writers");
        if (!Files.exists(file(folder, plugin))) {
            PrivateFiles.folders(folder);
            Files.createFile(file(folder, plugin), PrivateFiles.file());
        }
    }

    private static Path file(Path folder, PluginProgram plugin) {
        return folder.resolve(plugin.id());
    }
}
