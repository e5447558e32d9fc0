package dev.outrigger.hosting.registry;

import dev.outrigger.system.WholeFile;
import dev.outrigger.workspace.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A file about what is installed: replaced whole, in a folder that is made for its owner alone when it is not there.
final class RegistryFile {
    private RegistryFile() {}

    static void write(Path file, byte[] bytes) throws IOException {
        var folder = file.toAbsolutePath().resolveSibling("");
        if (!Files.isDirectory(folder)) {
            PrivateFiles.folders(folder);
        }
        WholeFile.replace(file, bytes);
    }
}
