package dev.outrigger.kaged.store;

import dev.outrigger.system.FileLock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/// Held by whoever changes the store, of all threads and all programs of ours; waits for its turn, but not for ever.
final class StoreLock implements AutoCloseable {
    private static final ReentrantLock HERE = new ReentrantLock();
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long BETWEEN_TRIES = TimeUnit.MILLISECONDS.toNanos(20);

    private final FileLock lock;

    private StoreLock(FileLock lock) {
        this.lock = lock;
    }

    static StoreLock take(Path plugins) throws IOException, StoreProblem {
        return take(plugins, PATIENCE);
    }

    static StoreLock take(Path plugins, Duration patience) throws IOException, StoreProblem {
        WholeFolders.makePrivate(plugins);
        var file = plugins.resolve(".lock");
        HERE.lock();
        boolean taken = false;
        try {
            var lock = new StoreLock(await(file, patience));
            taken = true;
            return lock;
        } finally {
            if (!taken) {
                HERE.unlock();
            }
        }
    }

    private static FileLock await(Path file, Duration patience) throws IOException, StoreProblem {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            var lock = FileLock.takeOwn(file);
            if (lock != null) {
                return lock;
            }
            if (System.nanoTime() - end >= 0) {
                throw new StoreProblem("another program holds the lock " + file + ": `fuser " + file
                        + "` says which; try again when it has ended");
            }
            LockSupport.parkNanos(BETWEEN_TRIES);
        }
    }

    @Override
    public void close() {
        lock.close();
        HERE.unlock();
    }
}
