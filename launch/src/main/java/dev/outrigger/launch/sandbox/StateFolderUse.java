package dev.outrigger.launch.sandbox;

import dev.outrigger.system.FileLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Who uses what lies in a state folder, among all processes of the system: each sandbox holds the lock in it
/// together with the others, from before it looks for its folders until it is dead. Who removes anything must have
/// the lock alone. The kernel takes it from a process that dies, as it ends the sandboxes of that process.
final class StateFolderUse {
    private static final long PATIENCE_NANOS = Duration.ofSeconds(10).toNanos();
    private static final long PAUSE_NANOS = Duration.ofMillis(2).toNanos();

    private final Path state;

    StateFolderUse(Path state) {
        this.state = state;
    }

    /// For one sandbox. Waits while somebody removes what nobody uses, but not for somebody who was stopped at it.
    Hold hold() throws IOException {
        Files.createDirectories(
                state, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        long until = System.nanoTime() + PATIENCE_NANOS;
        while (true) {
            var lock = FileLock.shareOwn(file());
            if (lock != null) {
                return new Hold(lock);
            }
            if (System.nanoTime() - until > 0) {
                throw new IOException("another process has held " + file() + " for too long");
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /// For its owner alone: no other user can hold it against us.
    private Path file() {
        return state.resolve("lock");
    }

    /// While there is no sandbox, and none can begin. Does nothing when there is one.
    void whenEmpty(Runnable act) throws IOException {
        if (!Files.isDirectory(state)) {
            return;
        }
        try (var lock = FileLock.takeOwn(file())) {
            if (lock != null) {
                act.run();
            }
        }
    }

    /// Until the sandbox is dead.
    static final class Hold implements SpawnStep, AutoCloseable {
        private final FileLock lock;

        private Hold(FileLock lock) {
            this.lock = lock;
        }

        @Override
        public void dead() {
            close();
        }

        @Override
        public synchronized void close() {
            lock.close();
        }
    }
}
