package dev.outrigger.kaged.store;

import dev.outrigger.system.FileDraft;
import dev.outrigger.system.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Folders that are there whole or not at all.
final class WholeFolders {
    private WholeFolders() {}

    /// So that the name of this file or folder lasts, too.
    static void syncParent(Path path) throws IOException {
        WholeFile.syncFolder(parent(path));
    }

    static Path parent(Path path) {
        return Objects.requireNonNull(path.getParent(), "nothing of ours is the root folder");
    }

    /// This one and all below.
    static void syncFolders(Path top) throws StoreProblem {
        try {
            Files.walkFileTree(top, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) throws IOException {
                    WholeFile.syncFolder(folder);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new StoreProblem("cannot write " + top, e);
        }
    }

    /// For nobody's eyes but ours.
    static void makePrivate(Path folder) throws IOException {
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    /// This text or the one before, whatever happens; for nobody's eyes but ours.
    static void replace(Path file, String text) throws IOException {
        try (var draft = FileDraft.named(file, "." + file.getFileName() + ".draft")) {
            draft.write(text.getBytes(StandardCharsets.UTF_8));
            draft.replace();
        }
    }
}
