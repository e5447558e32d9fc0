package dev.outrigger.workspace.conversations;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// A folder gone: first from its name, in one step, so that nobody ever meets half of it.
final class FolderRemoval {
    private FolderRemoval() {}

    static void of(Path folder) throws IOException {
        var aside = folder.resolveSibling(".removed-" + folder.getFileName());
        if (Files.exists(aside)) {
            delete(aside);
        }
        Files.move(folder, aside);
        delete(aside);
    }

    /// Links are removed, not followed.
    static void delete(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path each, @Nullable IOException trouble) throws IOException {
                if (trouble != null) {
                    throw trouble;
                }
                Files.delete(each);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
