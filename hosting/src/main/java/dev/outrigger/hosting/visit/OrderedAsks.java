package dev.outrigger.hosting.visit;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Answers asks in the order in which they came: on the thread that reads them, which is quickest, as long as none
/// takes its time; one that does goes to a thread of its own, and what comes behind it waits there, so that the plugin
/// is heard meanwhile. So much waits and no more; whoever reads never does.
final class OrderedAsks {
    /// So many wait to be worked on,
    private static final int MOST = 10_000;
    /// and so many bytes of them, but for one alone. Those behind them are refused,
    private static final long MOST_BYTES = 16 << 20;
    /// and of refusals that keep their place so many wait.
    private static final int MOST_REFUSALS = 10_000;

    private record Work(int bytes, Runnable answer) {}

    private final BlockingQueue<Work> waiting = new LinkedBlockingQueue<>();
    private final AtomicLong pendingBytes = new AtomicLong();
    private final AtomicInteger pending = new AtomicInteger();
    private final Runnable room;
    private final Runnable flush;
    private @Nullable Thread worker;

    /// @param room waits until there is room for an answer
    /// @param flush sends what was answered by another thread than the one that reads
    OrderedAsks(Runnable room, Runnable flush) {
        this.room = room;
        this.flush = flush;
    }

    /// For the thread that reads. False when too many wait: then this one is not worked on.
    ///
    /// @param slow not on the thread that reads
    boolean take(boolean slow, int bytes, Runnable answer) {
        return put(slow, MOST, new Work(bytes, answer));
    }

    /// The same for an answer that needs no work. False when there is no place even for it.
    boolean place(boolean slow, Runnable answer) {
        return put(slow, MOST + MOST_REFUSALS, new Work(0, answer));
    }

    private boolean put(boolean slow, int most, Work work) {
        int before = pending.get();
        if (!slow && before == 0) {
            work.answer.run();
            return true;
        }
        if (before >= most || (before > 0 && work.bytes > 0 && pendingBytes.get() + work.bytes > MOST_BYTES)) {
            return false;
        }
        pending.incrementAndGet();
        pendingBytes.addAndGet(work.bytes);
        if (worker == null) {
            worker = Thread.ofPlatform().daemon().name("asks").start(this::work);
        }
        waiting.add(work);
        return true;
    }

    /// Whether an ask would have to wait.
    boolean isBehind() {
        return pending.get() > 0;
    }

    private void work() {
        try {
            while (true) {
                work(waiting.take());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void work(Work next) {
        try {
            room.run();
            next.answer.run();
        } finally {
            pendingBytes.addAndGet(-next.bytes);
            pending.decrementAndGet();
            flush.run();
        }
    }
}
