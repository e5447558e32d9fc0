package dev.outrigger.kaged.storage;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.sqlite.ProgressHandler;

/// Watches a statement from within, every few hundred steps of SQLite's machine: its time, and the memory of the
/// process beside Java's heap. This build of SQLite keeps no count of its own memory, so a heap limit would be ignored.
final class StatementGuard extends ProgressHandler {
    private static final int STEPS = 200;
    private static final long LOOK_NANOS = 1_000_000;

    private final StorageLimits limits;
    private long deadline;
    private long memoryAtStart;
    private long lastLook;
    private @Nullable String stopped;

    private StatementGuard(StorageLimits limits) {
        this.limits = limits;
    }

    static StatementGuard on(Connection connection, StorageLimits limits) throws SQLException {
        var guard = new StatementGuard(limits);
        ProgressHandler.setHandler(connection, STEPS, guard);
        return guard;
    }

    void begin(long deadline) {
        this.deadline = deadline;
        stopped = null;
        memoryAtStart = -1;
        lastLook = System.nanoTime();
    }

    /// Why the statement was stopped, if it was.
    @Nullable
    String stopped() {
        return stopped;
    }

    @Override
    protected int progress() {
        long now = System.nanoTime();
        if (now - deadline > 0) {
            stopped = "the statement took longer than " + limits.time().toMillis() + " ms";
        } else if (now - lastLook > LOOK_NANOS) {
            lastLook = now;
            memory();
        }
        return stopped == null ? 0 : 1;
    }

    private void memory() {
        try {
            long memory = nativeMemory();
            if (memoryAtStart < 0) {
                memoryAtStart = memory;
            } else if (memory - memoryAtStart > limits.memory()) {
                stopped = "the statement needs more than " + limits.memory() + " bytes of memory";
            }
        } catch (IOException e) {
            // We are called from C, where nothing may be thrown: a statement that cannot be watched ends.
            stopped = "the statement's memory cannot be watched: " + e.getMessage();
        }
    }

    private static long nativeMemory() throws IOException {
        byte[] text = new byte[128];
        try (var file = new RandomAccessFile("/proc/self/statm", "r")) {
            int count = file.read(text);
            var resident = new String(text, 0, Math.max(0, count), StandardCharsets.US_ASCII).split(" ")[1];
            return Long.parseLong(resident) * 4096 - Runtime.getRuntime().totalMemory();
        }
    }
}
