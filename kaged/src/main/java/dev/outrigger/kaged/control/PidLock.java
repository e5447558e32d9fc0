package dev.outrigger.kaged.control;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/// Held by the daemon of a home for as long as its process lives, however that ends. The file is never removed: who
/// opened it just before would lock a file that nobody else sees.
///
/// fcntl's lock will do here: a daemon opens the file once, so no other close drops it, and no child inherits it.
public final class PidLock implements AutoCloseable {
    private static final int TRIES = 25;
    private static final long PAUSE_NANOS = 20_000_000L;

    private final FileChannel channel;

    private PidLock(FileChannel channel) {
        this.channel = channel;
    }

    /// Nothing when another process has it. Tries for half a second: whoever only looks has it for a moment.
    public static Optional<PidLock> take(Path file) throws IOException {
        var channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        boolean taken = false;
        try {
            for (int i = 0; i < TRIES && !taken; i++) {
                if (i > 0) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
                taken = channel.tryLock() != null;
            }
            if (!taken) {
                return Optional.empty();
            }
            channel.truncate(0);
            var words = ProcessHandle.current().pid() + "\n";
            channel.write(ByteBuffer.wrap(words.getBytes(StandardCharsets.US_ASCII)));
            return Optional.of(new PidLock(channel));
        } finally {
            if (!taken) {
                channel.close();
            }
        }
    }

    /// Whether a daemon lives. Not for the daemon itself.
    public static boolean held(Path file) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            return channel.tryLock() == null;
        } catch (AccessDeniedException e) {
            throw e;
        } catch (FileSystemException _) {
            // There is none, or not even a folder for it.
            return false;
        }
    }

    /// Of the daemon that holds it, or the last one that did.
    public static OptionalLong pid(Path file) {
        try {
            var text = Files.readString(file, StandardCharsets.US_ASCII).strip();
            return text.matches("[0-9]{1,18}") ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
        } catch (IOException _) {
            return OptionalLong.empty();
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
