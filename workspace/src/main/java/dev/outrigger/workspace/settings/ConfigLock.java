package dev.outrigger.workspace.settings;

import dev.outrigger.system.FileErrorWords;
import dev.outrigger.system.FileLock;
import dev.outrigger.workspace.PrivateFiles;
import dev.outrigger.workspace.WorkspaceProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Held by the one who changes a file of settings. A file beside it, there only meanwhile; the lock itself is the
/// kernel's, so that one left by a killed process locks nobody out.
final class ConfigLock implements AutoCloseable {
    private static final long PATIENCE_NANOS = 10_000_000_000L;
    private static final long PAUSE_NANOS = 2_000_000L;

    private final Path file;
    private final FileLock flock;

    private ConfigLock(Path file, FileLock flock) {
        this.file = file;
        this.flock = flock;
    }

    static ConfigLock of(Path config, boolean shared) throws WorkspaceProblem {
        try {
            // Who reaches it through a link meets there, too.
            var target = Files.exists(config) ? config.toRealPath() : config.toAbsolutePath();
            var folder = target.resolveSibling("");
            if (shared) {
                Files.createDirectories(folder);
            } else if (!Files.isDirectory(folder)) {
                PrivateFiles.folders(folder);
            }
            return wait(config, folder.resolve("." + target.getFileName() + ".lock"));
        } catch (IOException e) {
            throw new WorkspaceProblem(
                    "cannot write " + config + ": " + FileErrorWords.of(e), "the file is as it was", e);
        }
    }

    private static ConfigLock wait(Path config, Path file) throws IOException, WorkspaceProblem {
        long start = System.nanoTime();
        while (true) {
            var flock = FileLock.take(file);
            if (flock != null) {
                if (stillNamed(flock, file)) {
                    return new ConfigLock(file, flock);
                }
                flock.close();
            } else if (System.nanoTime() - start > PATIENCE_NANOS) {
                throw new WorkspaceProblem(
                        "somebody else has been changing " + config + " for 10 s", "try again; the file is as it was");
            } else {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /// The one before us removed the file when it was done: whoever waited at it must go to the new one.
    private static boolean stillNamed(FileLock flock, Path file) throws IOException {
        try {
            return Objects.equals(key(flock.file()), key(file));
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    private static @Nullable Object key(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    @Override
    public void close() throws WorkspaceProblem {
        try (flock) {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new WorkspaceProblem("cannot remove " + file + ": " + FileErrorWords.of(e), "", e);
        }
    }
}
