package dev.outrigger.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The folder that the original jp keeps for a workspace outside of it: the user's own conversations, and its locks.
/// By its name it is `<name>-<id>`, often the very folder that is ours, too ([UserFolder]).
///
/// An id travels with a clone, so a folder that names another workspace is not taken: neither by our `root`, nor by
/// the link `storage` that the original puts there, if that leads to a workspace which still exists.
final class OriginalHome {
    private OriginalHome() {}

    static Optional<Path> of(Workspace workspace, UserPlaces places) throws IOException {
        for (var folder : UserFolder.withId(places.data().resolve("workspace"), workspace.id())) {
            var name = folder.getFileName().toString();
            if (!name.contains("~") && Files.isDirectory(folder) && isFor(workspace, folder)) {
                return Optional.of(folder);
            }
        }
        return Optional.empty();
    }

    private static boolean isFor(Workspace workspace, Path folder) throws IOException {
        var binding = WorkspaceBinding.read(folder);
        if (!binding.root().isEmpty()) {
            return binding.isFor(workspace.root());
        }
        var link = folder.resolve("storage");
        return !Files.isSymbolicLink(link) || !Files.exists(link) || Files.isSameFile(link, workspace.storage());
    }
}
