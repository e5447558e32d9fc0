package dev.outrigger.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The folders that the original jp may keep for a workspace outside of it: the user's own conversations, and its
/// locks.
///
/// By its name it is `<name>-<id>`, with the name of the workspace's folder as it is, or just `<id>`. Where that name
/// is
/// plain it is the very folder that is ours, too ([UserFolder]); for `my_project` it is another beside it, and which
/// one
/// the original takes next is its own affair: it renames what it finds. So all of them count.
///
/// An id travels with a clone, so a folder that names another workspace is not taken: neither by our `root`, nor by
/// the link `storage` that the original puts there, if that leads to a workspace which still exists.
final class OriginalHome {
    private OriginalHome() {}

    static List<Path> of(Workspace workspace, UserPlaces places) throws IOException {
        var homes = new ArrayList<Path>();
        for (var folder : UserFolder.withId(places.data().resolve("workspace"), workspace.id())) {
            if (folder.getFileName().toString().endsWith(workspace.id())
                    && Files.isDirectory(folder)
                    && isFor(workspace, folder)) {
                homes.add(folder);
            }
        }
        return homes;
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
