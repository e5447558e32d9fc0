package dev.outrigger.hosting.registry;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.system.FileErrorWords;
import dev.outrigger.system.FileLock;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.workspace.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// A folder for what is not yet verified, on the file system where it will be, gone when this is closed. What a killed
/// jp left is removed by the next: the folder's lock says whether somebody still works in it.
final class StagingFolder implements AutoCloseable {
    private static final String PREFIX = ".staging-";
    private static final String LOCK = "lock";

    private final Path folder;
    private final FileLock lock;
    private final Thread atEnd;

    private StagingFolder(Path folder, FileLock lock) {
        this.folder = folder;
        this.lock = lock;
        // Ctrl-C during a download must not leave it behind either.
        this.atEnd = new Thread(this::remove);
        Runtime.getRuntime().addShutdownHook(atEnd);
    }

    static StagingFolder open(JpContext context) throws Problem, OutputFailed {
        var plugins = context.places().data().resolve("plugins");
        try (var _ = InstallLock.take(context)) {
            sweep(plugins);
            var folder = PrivateFiles.temporaryFolder(plugins, PREFIX);
            return new StagingFolder(folder, FileLock.awaitOwn(folder.resolve(LOCK)));
        } catch (OutputFailed e) {
            throw e;
        } catch (IOException e) {
            throw new Problem("cannot write in " + plugins + ": " + FileErrorWords.of(e), "");
        }
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    private static void sweep(Path plugins) throws IOException {
        try (var left = Files.newDirectoryStream(plugins, PREFIX + "*")) {
            for (var folder : left) {
                try {
                    if (isDeserted(folder)) {
                        remove(folder);
                    }
                } catch (NoSuchFileException _) {
                    // Its owner is removing it at this moment.
                }
            }
        }
    }

    private static boolean isDeserted(Path folder) throws IOException {
        var file = folder.resolve(LOCK);
        if (!Files.exists(file)) {
            return true;
        }
        try (var taken = FileLock.take(file)) {
            return taken != null;
        }
    }

    private static void remove(Path folder) throws IOException {
        try (var files = Files.newDirectoryStream(folder)) {
            for (var file : files) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(folder);
    }

    private void remove() {
        try {
            remove(folder);
            lock.close();
        } catch (IOException _) {
            // The next one to install something removes it.
        }
    }

    @Override
    public void close() {
        remove();
        try {
            Runtime.getRuntime().removeShutdownHook(atEnd);
        } catch (IllegalStateException _) {
            // jp is ending already, and the hook finds nothing left to do.
        }
    }
}
