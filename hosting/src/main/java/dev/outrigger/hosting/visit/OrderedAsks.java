package dev.outrigger.hosting.visit;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Answers asks in the order in which they came: on the thread that reads them, which is quickest, as long as none
/// takes its time; one that does goes to a thread of its own, and what comes behind it waits there, so that the plugin
/// is heard meanwhile.
final class OrderedAsks {
    /// Whoever asks for more behind a slow answer is not listened to until it is there.
    private static final int MOST = 1000;

    private final BlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>(MOST);
    private final AtomicInteger pending = new AtomicInteger();
    private @Nullable Thread worker;

    /// For the thread that reads. `flush` sends what was answered by another one.
    void take(boolean slow, Runnable answer, Runnable flush) {
        if (!slow && pending.get() == 0) {
            answer.run();
            return;
        }
        pending.incrementAndGet();
        if (worker == null) {
            worker = Thread.ofPlatform().daemon().name("asks").start(this::work);
        }
        put(() -> {
            try {
                answer.run();
            } finally {
                pending.decrementAndGet();
                flush.run();
            }
        });
    }

    /// Whether an ask would have to wait.
    boolean isBehind() {
        return pending.get() > 0;
    }

    private void put(Runnable work) {
        try {
            waiting.put(work);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void work() {
        try {
            while (true) {
                waiting.take().run();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
