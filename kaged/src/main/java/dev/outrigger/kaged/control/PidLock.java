package dev.outrigger.kaged.control;

import dev.outrigger.system.FileLock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/// Held by the daemon of a home for as long as its process lives, however that ends. The file is never removed: who
/// opened it just before would lock a file that nobody else sees.
public final class PidLock implements AutoCloseable {
    private static final int TRIES = 25;
    private static final long PAUSE_NANOS = 20_000_000L;

    private final FileLock lock;

    private PidLock(FileLock lock) {
        this.lock = lock;
    }

    /// Nothing when another process has it. Tries for half a second: whoever only looks has it for a moment.
    public static Optional<PidLock> take(Path file) throws IOException {
        for (int i = 0; i < TRIES; i++) {
            if (i > 0) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            var lock = FileLock.takeOwn(file);
            if (lock != null) {
                return Optional.of(signed(lock));
            }
        }
        return Optional.empty();
    }

    private static PidLock signed(FileLock lock) throws IOException {
        boolean signed = false;
        try {
            Files.writeString(lock.file(), ProcessHandle.current().pid() + "\n", StandardCharsets.US_ASCII);
            signed = true;
            return new PidLock(lock);
        } finally {
            if (!signed) {
                lock.close();
            }
        }
    }

    /// Whether a daemon lives. Not for the daemon itself.
    public static boolean held(Path file) throws IOException {
        if (Files.notExists(file)) {
            // There is none, or not even a folder for it.
            return false;
        }
        if (!Files.isWritable(file)) {
            throw new AccessDeniedException(file.toString());
        }
        try (var lock = FileLock.take(file)) {
            return lock == null;
        }
    }

    /// Of the daemon that holds it, or the last one that did.
    public static OptionalLong pid(Path file) {
        try {
            var text = Files.readString(file, StandardCharsets.US_ASCII).strip();
            return text.matches("[0-9]{1,18}") ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
        } catch (IOException _) {
            // Nobody has held it, or it is not ours to read: it only makes words more exact.
            return OptionalLong.empty();
        }
    }

    @Override
    public void close() {
        lock.close();
    }
}
