package dev.outrigger.workspace.conversations;

import dev.outrigger.system.TreeDeletion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A folder gone: first from its name, in one step, so that nobody ever meets half of it.
final class FolderRemoval {
    private FolderRemoval() {}

    static void of(Path folder) throws IOException {
        var aside = folder.resolveSibling(".removed-" + folder.getFileName());
        TreeDeletion.delete(aside);
        Files.move(folder, aside);
        TreeDeletion.delete(aside);
    }
}
