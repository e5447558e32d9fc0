package dev.outrigger.system;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.UUID;

/// Deletes a folder whoever filled it, however deep, and whatever they closed. A path in it may be longer than the
/// system takes, and deeper than there are descriptors: so each folder found is first moved up, right below the top.
/// Two folders are open at a time, and no name is longer than two steps.
public final class TreeDeletion {
    private final Path top;
    private final SecureDirectoryStream<Path> open;
    private final ArrayDeque<Path> left = new ArrayDeque<>();
    /// Nobody can have guessed it.
    private final String series = UUID.randomUUID() + "-";

    private long moved;

    private TreeDeletion(Path top, SecureDirectoryStream<Path> open) {
        this.top = top;
        this.open = open;
    }

    /// Also what is no folder, and nothing where nothing is. Links are removed, never followed.
    public static void delete(Path top) throws IOException {
        if (!Files.isDirectory(top, LinkOption.NOFOLLOW_LINKS)) {
            Files.deleteIfExists(top);
            return;
        }
        unlock(top);
        try (var stream = Files.newDirectoryStream(top)) {
            new TreeDeletion(top, SecureFolder.of(stream)).raze();
        }
        Files.delete(top);
    }

    private void raze() throws IOException {
        for (var path : open) {
            var leaf = path.getFileName();
            if (isFolder(open, leaf)) {
                left.add(leaf);
            } else {
                open.deleteFile(leaf);
            }
        }
        for (var leaf = left.poll(); leaf != null; leaf = left.poll()) {
            try (var inner = enter(leaf)) {
                empty(inner, top.resolve(leaf));
            }
            open.deleteDirectory(leaf);
        }
    }

    private SecureDirectoryStream<Path> enter(Path leaf) throws IOException {
        unlock(top.resolve(leaf));
        return open.newDirectoryStream(leaf, LinkOption.NOFOLLOW_LINKS);
    }

    private void empty(SecureDirectoryStream<Path> folder, Path at) throws IOException {
        for (var path : folder) {
            var leaf = path.getFileName();
            if (!isFolder(folder, leaf)) {
                folder.deleteFile(leaf);
                continue;
            }
            var name = Path.of(series + moved++);
            try {
                folder.move(leaf, open, name);
            } catch (AccessDeniedException _) {
                // A folder that moves is written to: it says what is above it.
                unlock(at.resolve(leaf));
                folder.move(leaf, open, name);
            }
            left.add(name);
        }
    }

    private static boolean isFolder(SecureDirectoryStream<Path> folder, Path leaf) throws IOException {
        return folder.getFileAttributeView(leaf, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes()
                .isDirectory();
    }

    /// Only what is closed to us, which nothing is to root: there, whoever owns the folder could put a link in its
    /// place for the change to go through. Here, that is ourselves.
    private static void unlock(Path folder) throws IOException {
        boolean closed = !Files.isReadable(folder) || !Files.isWritable(folder) || !Files.isExecutable(folder);
        if (closed && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        }
    }
}
