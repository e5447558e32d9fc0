package dev.outrigger.hosting.registry;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.system.FileErrorWords;
import dev.outrigger.system.FileLock;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.workspace.PrivateFiles;
import java.io.IOException;
import java.nio.file.Path;

/// The right to change what is installed, for one jp at a time. Held for moments, never while something is fetched; it
/// ends with the process.
final class InstallLock implements AutoCloseable {
    private final FileLock lock;

    private InstallLock(FileLock lock) {
        this.lock = lock;
    }

    static InstallLock take(JpContext context) throws Problem, OutputFailed {
        var folder = context.places().data().resolve("plugins");
        try {
            PrivateFiles.folders(folder);
            return take(folder.resolve(".lock"), context);
        } catch (OutputFailed e) {
            throw e;
        } catch (IOException e) {
            throw new Problem("cannot change anything in " + folder + ": " + FileErrorWords.of(e), "");
        }
    }

    private static InstallLock take(Path file, JpContext context) throws IOException {
        var lock = FileLock.takeOwn(file);
        if (lock == null) {
            context.printer().note("waiting for another jp that is just installing something");
            lock = FileLock.awaitOwn(file);
        }
        return new InstallLock(lock);
    }

    @Override
    public void close() {
        lock.close();
    }
}
