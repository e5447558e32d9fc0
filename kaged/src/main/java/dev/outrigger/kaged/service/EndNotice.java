package dev.outrigger.kaged.service;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// That a process has ended, told once; and whether whoever was at work for it is done. These differ for one that was
/// left behind: it is over for everybody else, while a thread still hangs in something that does not end.
final class EndNotice {
    private final Consumer<ProcessEnd> owner;
    private final AtomicBoolean telling = new AtomicBoolean();
    private final CountDownLatch told = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile boolean leftBehind;

    EndNotice(Consumer<ProcessEnd> owner) {
        this.owner = owner;
    }

    /// By the last thread that was at work for it.
    void done(ProcessEnd ended) {
        try {
            tell(ended);
        } finally {
            done.countDown();
        }
    }

    boolean isDone() {
        return done.getCount() == 0;
    }

    void leaveBehind(ProcessEnd why) {
        leftBehind = true;
        tell(why);
    }

    boolean hangs() {
        return leftBehind && !isDone();
    }

    private void tell(ProcessEnd ended) {
        if (telling.compareAndSet(false, true)) {
            try {
                owner.accept(ended);
            } finally {
                told.countDown();
            }
        }
    }

    void awaitTold(Duration limit) {
        try {
            var _ = told.await(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    void awaitDone() {
        try {
            done.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
