package dev.outrigger.system;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Files that everyone sees whole: as they were or as they are now. Theirs is the mode of a file for nobody's eyes but
/// ours; whoever wants another, or to look once more before it is done, uses [FileDraft].
public final class WholeFile {
    private WholeFile() {}

    /// When this returns, no crash brings the old content back. The folder has to be there.
    public static void replace(Path file, byte[] bytes) throws IOException {
        try (var draft = FileDraft.of(file)) {
            draft.write(bytes);
            draft.replace();
        }
    }

    /// Without waiting for the disk: a crash may leave the old content, or none. For what can be made again.
    public static void replaceUnsynced(Path file, byte[] bytes) throws IOException {
        try (var draft = FileDraft.of(file)) {
            draft.write(bytes);
            draft.replaceUnsynced();
        }
    }

    /// So that the names in it last, too.
    public static void syncFolder(Path folder) throws IOException {
        force(folder, StandardOpenOption.READ);
    }

    static Path folder(Path file) {
        return file.toAbsolutePath().resolveSibling("");
    }

    static void force(Path path, OpenOption... options) throws IOException {
        boolean interrupted = false;
        try {
            while (true) {
                try (var channel = FileChannel.open(path, options)) {
                    channel.force(true);
                    return;
                } catch (ClosedByInterruptException _) {
                    interrupted = Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
