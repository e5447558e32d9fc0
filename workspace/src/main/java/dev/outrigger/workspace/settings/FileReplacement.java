package dev.outrigger.workspace.settings;

import dev.outrigger.workspace.FileErrorWords;
import dev.outrigger.workspace.PrivateFiles;
import dev.outrigger.workspace.WorkspaceProblem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// Replaces a file so that everyone sees the old one or the new one, also after a crash.
final class FileReplacement {
    private FileReplacement() {}

    /// @param shared whether it comes with a workspace: then its folder and its mode are what they are
    /// @param old what the file held when it was read: if that is no longer so, a change would be lost
    static void write(Path file, boolean shared, String old, String content) throws WorkspaceProblem {
        try {
            // A link, as people keep for their dotfiles, stays a link.
            var target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
            var folder = target.resolveSibling("");
            var draft = Files.createTempFile(folder, "." + target.getFileName(), ".tmp", PrivateFiles.file());
            try {
                if (shared && Files.exists(target)) {
                    Files.setPosixFilePermissions(draft, Files.getPosixFilePermissions(target));
                }
                writeThrough(draft, content);
                var now = ConfigText.read(target);
                if (!(now == null ? "" : now).equals(old)) {
                    throw new WorkspaceProblem(file + " was changed by somebody else just now", "try again");
                }
                Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
                syncFolder(folder);
            } finally {
                Files.deleteIfExists(draft);
            }
        } catch (IOException e) {
            throw new WorkspaceProblem(
                    "cannot write " + file + ": " + FileErrorWords.of(e), "the file is as it was", e);
        }
    }

    private static void writeThrough(Path draft, String content) throws IOException {
        try (var channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
            var bytes = ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    private static void syncFolder(Path folder) throws IOException {
        try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
