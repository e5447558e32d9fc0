package dev.outrigger.workspace;

import dev.outrigger.system.WholeFile;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Which workspace a folder of the user's is for, as its `root` file says: the real path of that workspace, and on a
/// second line the folder whose settings were left behind when this one was made.
///
/// A path, and not the id, since an id is copied with a clone; nor the number of the folder on its disk, which is
/// another after a backup was restored, and which whoever makes a disk can choose.
record WorkspaceBinding(String root, String leftBehind) {
    private static final String FILE = "root";
    private static final int LONGEST = 16384;

    static final WorkspaceBinding NONE = new WorkspaceBinding("", "");

    static WorkspaceBinding of(Path root) {
        return new WorkspaceBinding(text(root), "");
    }

    /// Two paths never as the same text. What is not plain ASCII is written byte for byte, since a path as a text is
    /// another in another locale.
    private static String text(Path root) {
        var text = root.toString();
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
                return root.toUri().toString();
            }
        }
        return text;
    }

    /// [#NONE] when nobody has put a name on it: it may be the original jp's.
    static WorkspaceBinding read(Path folder) throws IOException {
        var file = folder.resolve(FILE);
        if (!Files.isRegularFile(file)) {
            return NONE;
        }
        // Not through a channel: 1 ms of every start.
        try (var in = new FileInputStream(file.toFile())) {
            var text = new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8);
            int first = text.indexOf('\n');
            if (first < 0) {
                return new WorkspaceBinding(text, "");
            }
            int second = text.indexOf('\n', first + 1);
            return new WorkspaceBinding(text.substring(0, first), second < 0 ? "" : text.substring(first + 1, second));
        }
    }

    void write(Path folder) throws IOException {
        var text = root + "\n" + (leftBehind.isEmpty() ? "" : leftBehind + "\n");
        WholeFile.replace(folder.resolve(FILE), text.getBytes(StandardCharsets.UTF_8));
    }

    boolean isFor(Path root) {
        return this.root.equals(text(root));
    }

    WorkspaceBinding leaving(@Nullable Path folder) {
        return new WorkspaceBinding(root, folder == null ? "" : String.valueOf(folder.getFileName()));
    }

    /// Whether a workspace with this id is still where it was: then one elsewhere is a copy of it, and was not moved.
    boolean isAlive(String id) {
        try {
            var there = root.startsWith("file:") ? Path.of(URI.create(root)) : Path.of(root);
            var storage = there.resolve(Workspace.STORAGE);
            return !root.isEmpty()
                    && Files.isDirectory(storage)
                    && WorkspaceId.read(storage).equals(id);
        } catch (WorkspaceProblem | IllegalArgumentException _) {
            // Nothing there that could be called a workspace.
            return false;
        }
    }
}
