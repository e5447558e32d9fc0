package dev.outrigger.hosting.registry;

import dev.outrigger.workspace.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// Files that everyone sees whole: as they were or as they are now, also after a crash.
final class WholeFile {
    private WholeFile() {}

    static void write(Path file, byte[] bytes) throws IOException {
        var folder = file.toAbsolutePath().resolveSibling("");
        if (!Files.isDirectory(folder)) {
            PrivateFiles.folders(folder);
        }
        var draft = Files.createTempFile(folder, "." + file.getFileName(), ".tmp", PrivateFiles.file());
        try {
            try (var channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
                var buffer = ByteBuffer.wrap(bytes);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                channel.force(true);
            }
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
            syncFolder(folder);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    static void syncFolder(Path folder) throws IOException {
        try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
