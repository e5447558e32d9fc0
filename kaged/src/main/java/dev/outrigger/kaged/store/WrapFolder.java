package dev.outrigger.kaged.store;

import dev.outrigger.system.FileLock;
import dev.outrigger.system.TreeDeletion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Where one MCP server is fetched to, by a program that may be killed in the midst of it. It holds the folder's lock
/// as
/// long as it lives: what has no owner any more is removed by the next daemon that starts, or the next one that
/// fetches.
public final class WrapFolder implements AutoCloseable {
    private static final String LOCK = ".lock";

    private final Path top;
    private final FileLock lock;

    private WrapFolder(Path top, FileLock lock) {
        this.top = top;
        this.lock = lock;
    }

    /// An empty one. Whoever runs in a sandbox there must be able to go through to it.
    public static WrapFolder make(KagedHome home) throws IOException {
        try (var _ = FileLock.awaitOwn(home.wraps().resolve(LOCK))) {
            removeLeft(home, new ArrayList<>());
            var top = Files.createTempDirectory(home.wraps(), "");
            Files.setPosixFilePermissions(top, Files.getPosixFilePermissions(home.wraps()));
            var lock = FileLock.takeOwn(top.resolve(LOCK));
            if (lock == null) {
                throw new IOException("somebody else holds the lock of the new folder " + top);
            }
            return new WrapFolder(top, lock);
        }
    }

    public Path top() {
        return top;
    }

    @Override
    public void close() throws IOException {
        TreeDeletion.delete(top);
        lock.close();
    }

    /// Removes what was left by those that were killed. Returns lines for the log.
    public static List<String> sweep(KagedHome home) {
        var notes = new ArrayList<String>();
        try (var _ = FileLock.awaitOwn(home.wraps().resolve(LOCK))) {
            removeLeft(home, notes);
        } catch (IOException e) {
            notes.add("what a `kaged plugin wrap` left cannot be removed: " + e);
        }
        return notes;
    }

    private static void removeLeft(KagedHome home, List<String> notes) throws IOException {
        try (var folders = Files.newDirectoryStream(home.wraps(), Files::isDirectory)) {
            for (var folder : folders) {
                try (var lock = FileLock.takeOwn(folder.resolve(LOCK))) {
                    if (lock != null) {
                        TreeDeletion.delete(folder);
                        notes.add("what a `kaged plugin wrap` left was removed: " + folder.getFileName());
                    }
                }
            }
        }
    }
}
