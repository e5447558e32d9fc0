package dev.outrigger.kaged.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Rows that wait to be written together: whoever comes first writes what has come together, also for others, who go on
/// with something else meanwhile. What a row lets go of is told when it is written, by the one who wrote it.
final class QueuedRows {
    /// So many do not wait for more.
    private static final int ENOUGH = 32;

    /// Of those written at once: what follows must not wait for too many.
    private static final int MOST_AT_ONCE = 256;

    /// An entry within its bounds.
    record Queued(AuditEntry entry, String payload, AuditWriter.Written written) {}

    interface Writer {
        /// All of them, or none.
        void write(List<Queued> rows) throws AuditFailure;
    }

    private final Writer writer;
    private final Queue<Queued> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicBoolean writing = new AtomicBoolean();

    QueuedRows(Writer writer) {
        this.writer = writer;
    }

    void add(Queued row) {
        queue.add(row);
        if (waiting.incrementAndGet() >= ENOUGH) {
            flush();
        }
    }

    /// When it returns, all that was in the queue before is written, or another thread is about to write it: whoever
    /// writes looks again when it has let others write.
    void flush() {
        while (!queue.isEmpty() && writing.compareAndSet(false, true)) {
            var rows = new ArrayList<Queued>();
            AuditFailure failure = null;
            try {
                for (var next = queue.poll(); next != null; next = rows.size() < MOST_AT_ONCE ? queue.poll() : null) {
                    rows.add(next);
                }
                waiting.addAndGet(-rows.size());
                failure = written(rows);
            } finally {
                writing.set(false);
            }
            // Not before others may write: what is told here may take its time.
            for (var row : rows) {
                tell(row, failure);
            }
        }
    }

    private @Nullable AuditFailure written(List<Queued> rows) {
        if (rows.isEmpty()) {
            return null;
        }
        try {
            writer.write(rows);
            return null;
        } catch (AuditFailure e) {
            return e;
        } catch (RuntimeException e) {
            bug(e);
            return new AuditFailure("the audit failed; kaged's log says how", e);
        }
    }

    private static void tell(Queued row, @Nullable AuditFailure failure) {
        try {
            row.written().written(failure);
        } catch (RuntimeException | StackOverflowError e) {
            // One that throws must not take what others wait for along.
            bug(e);
        }
    }

    private static void bug(Throwable bug) {
        var me = Thread.currentThread();
        me.getUncaughtExceptionHandler().uncaughtException(me, bug);
    }
}
