package dev.outrigger.kaged.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/// Held by whoever changes the store, of all threads and all programs of ours; waits for its turn, but not for ever.
///
/// fcntl's lock will do here: nobody but this class opens the file, so none is dropped by another's close. Nobody else
/// can: whoever may read a file can lock it, and so hold up all of us.
final class StoreLock implements AutoCloseable {
    private static final ReentrantLock HERE = new ReentrantLock();
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long BETWEEN_TRIES = TimeUnit.MILLISECONDS.toNanos(20);

    private final FileChannel channel;

    private StoreLock(FileChannel channel) {
        this.channel = channel;
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
            var channel = open(file);
            try {
                await(channel, file, patience);
                taken = true;
                return new StoreLock(channel);
            } finally {
                if (!taken) {
                    channel.close();
                }
            }
        } finally {
            if (!taken) {
                HERE.unlock();
            }
        }
    }

    private static FileChannel open(Path file) throws IOException {
        var ours = PosixFilePermissions.fromString("rw-------");
        var channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                PosixFilePermissions.asFileAttribute(ours));
        boolean closedToOthers = false;
        try {
            // Earlier versions left it open to all.
            if (!Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS).equals(ours)) {
                Files.setPosixFilePermissions(file, ours);
            }
            closedToOthers = true;
            return channel;
        } finally {
            if (!closedToOthers) {
                channel.close();
            }
        }
    }

    private static void await(FileChannel channel, Path file, Duration patience) throws IOException, StoreProblem {
        long end = System.nanoTime() + patience.toNanos();
        while (channel.tryLock() == null) {
            if (System.nanoTime() - end >= 0) {
                throw new StoreProblem("another program holds the lock " + file + ": `fuser " + file
                        + "` says which; try again when it has ended");
            }
            LockSupport.parkNanos(BETWEEN_TRIES);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            HERE.unlock();
        }
    }
}
