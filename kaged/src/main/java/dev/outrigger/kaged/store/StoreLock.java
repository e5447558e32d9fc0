package dev.outrigger.kaged.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;

/// Held by whoever changes the store, of all threads and all programs of ours; waits for its turn.
///
/// fcntl's lock will do here: nobody but this class opens the file, so none is dropped by another's close.
final class StoreLock implements AutoCloseable {
    private static final ReentrantLock HERE = new ReentrantLock();

    private final FileChannel channel;

    private StoreLock(FileChannel channel) {
        this.channel = channel;
    }

    static StoreLock take(Path plugins) throws IOException {
        Disk.makePrivate(plugins);
        HERE.lock();
        try {
            var channel =
                    FileChannel.open(plugins.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                channel.lock();
                return new StoreLock(channel);
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            HERE.unlock();
            throw e;
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
