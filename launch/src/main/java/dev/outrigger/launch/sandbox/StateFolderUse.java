package dev.outrigger.launch.sandbox;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/// Who uses what lies in a state folder, among all processes of the system: each sandbox holds the lock in it
/// together with the others, from before it looks for its folders until it is dead. Who removes anything must have
/// the lock alone. The kernel takes it from a process that dies, as it ends the sandboxes of that process.
final class StateFolderUse {
    /// The kernel's locks belong to a process, which loses them all when it closes the file once. So each process
    /// opens it once, and counts.
    private static final Map<Path, Held> HELD = new HashMap<>();

    private static final long PATIENCE_NANOS = Duration.ofSeconds(10).toNanos();
    private static final long PAUSE_NANOS = Duration.ofMillis(2).toNanos();

    private final Path state;

    StateFolderUse(Path state) {
        this.state = state;
    }

    private static final class Held {
        private final FileChannel channel;
        private int sandboxes;

        Held(FileChannel channel) {
            this.channel = channel;
        }
    }

    /// For one sandbox. Waits while somebody removes what nobody uses, but not for somebody who was stopped at it.
    Hold hold() throws IOException {
        Files.createDirectories(
                state, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        var key = state.toRealPath();
        synchronized (HELD) {
            var held = HELD.get(key);
            if (held == null) {
                held = new Held(shared(key));
                HELD.put(key, held);
            }
            held.sandboxes++;
        }
        return new Hold(key);
    }

    private static FileChannel shared(Path key) throws IOException {
        var channel = open(key);
        boolean locked = false;
        try {
            long until = System.nanoTime() + PATIENCE_NANOS;
            while (channel.tryLock(0, Long.MAX_VALUE, true) == null) {
                if (System.nanoTime() - until > 0) {
                    throw new IOException("another process has held " + key.resolve("lock") + " for too long");
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            locked = true;
            return channel;
        } finally {
            if (!locked) {
                channel.close();
            }
        }
    }

    /// For its owner alone: no other user can hold it against us.
    private static FileChannel open(Path key) throws IOException {
        return FileChannel.open(
                key.resolve("lock"),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    /// While there is no sandbox, and none can begin. Does nothing when there is one.
    void whenEmpty(Runnable act) throws IOException {
        if (!Files.isDirectory(state)) {
            return;
        }
        var key = state.toRealPath();
        synchronized (HELD) {
            if (HELD.containsKey(key)) {
                return;
            }
            try (var channel = open(key);
                    var lock = channel.tryLock()) {
                if (lock != null) {
                    act.run();
                }
            }
        }
    }

    /// Until the sandbox is dead.
    static final class Hold implements SpawnStep, AutoCloseable {
        private final Path key;
        private boolean over;

        private Hold(Path key) {
            this.key = key;
        }

        @Override
        public void dead() {
            close();
        }

        @Override
        public void close() {
            synchronized (HELD) {
                var held = HELD.get(key);
                if (over || held == null) {
                    return;
                }
                over = true;
                held.sandboxes--;
                if (held.sandboxes == 0) {
                    HELD.remove(key);
                    release(held);
                }
            }
        }

        private static void release(Held held) {
            try {
                held.channel.close();
            } catch (IOException e) {
                throw new IllegalStateException("a lock cannot be let go", e);
            }
        }
    }
}
