package dev.outrigger.kaged.storage;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// What one plugin keeps: one file, and two doors to it, so that queries neither write nor wait for writers.
final class PluginDatabase implements AutoCloseable {
    private final Path file;
    private final StorageLimits limits;
    private final SqlRules rules;
    private final Side writer = new Side(true);
    private final Side reader = new Side(false);

    PluginDatabase(Path file, StorageLimits limits, SqlRules rules) {
        this.file = file;
        this.limits = limits;
        this.rules = rules;
    }

    StatementAnswer exec(StatementRequest request) throws StorageFailure {
        rules.check(request.sql(), limits.statement());
        return writer.run(request);
    }

    StatementAnswer query(StatementRequest request) throws StorageFailure {
        var checked = rules.check(request.sql(), limits.statement());
        if (!checked.reads()) {
            throw new StorageFailure(
                    StorageFailure.Kind.REFUSED,
                    "a query begins with SELECT, WITH or VALUES: use exec to change things");
        }
        return reader.run(request);
    }

    /// The doors close when the statements behind them are done; the next statement opens them again.
    @Override
    public void close() throws StorageFailure {
        try {
            reader.close();
        } finally {
            writer.close();
        }
    }

    private final class Side {
        private final boolean writes;
        private final ReentrantLock lock = new ReentrantLock();
        private @Nullable StorageConnection door;

        Side(boolean writes) {
            this.writes = writes;
        }

        StatementAnswer run(StatementRequest request) throws StorageFailure {
            long deadline = System.nanoTime() + limits.time().toNanos();
            take(deadline);
            try {
                return open().run(request, deadline);
            } catch (StorageFailure e) {
                // A file that cannot be used may be a passing trouble of the disk: look again next time.
                if (e.kind() == StorageFailure.Kind.BROKEN || (door != null && !door.sound())) {
                    drop();
                }
                throw e;
            } catch (SQLException e) {
                drop();
                throw broken(e);
            } finally {
                lock.unlock();
            }
        }

        private void take(long deadline) throws StorageFailure {
            try {
                if (lock.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    return;
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            throw new StorageFailure(
                    StorageFailure.Kind.BUSY, "another statement of this plugin is still running: try again");
        }

        private StorageConnection open() throws SQLException, StorageFailure {
            var open = door;
            if (open == null) {
                if (!writes) {
                    writer.create();
                }
                open = writes ? StorageConnection.writing(file, limits) : StorageConnection.reading(file, limits);
                door = open;
            }
            return open;
        }

        /// A reader cannot make the file, nor the log beside it.
        private void create() throws SQLException, StorageFailure {
            take(System.nanoTime() + limits.time().toNanos());
            try {
                open();
            } finally {
                lock.unlock();
            }
        }

        private void drop() throws StorageFailure {
            var open = door;
            door = null;
            if (open != null) {
                try {
                    open.close();
                } catch (SQLException e) {
                    throw broken(e);
                }
            }
        }

        void close() throws StorageFailure {
            lock.lock();
            try {
                drop();
            } finally {
                lock.unlock();
            }
        }
    }

    private StorageFailure broken(SQLException e) {
        return new StorageFailure(
                StorageFailure.Kind.BROKEN,
                "the plugin's storage cannot be opened: " + file.getFileName() + ": " + e.getMessage(),
                e);
    }
}
