package dev.outrigger.web;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// Makes guessing slow: a wrong token waits for its answer, and where many wait already, it is sent away. The right one
/// never comes here.
final class WrongTokenBrake {
    private static final int WAITING_AT_ONCE = 16;

    private final long nanos;
    private final Semaphore places = new Semaphore(WAITING_AT_ONCE);
    private final AtomicLong count = new AtomicLong();

    WrongTokenBrake(Duration each) {
        this.nanos = each.toNanos();
    }

    /// Whether there was a place to wait in.
    boolean hold() {
        if (!places.tryAcquire()) {
            return false;
        }
        try {
            LockSupport.parkNanos(nanos);
        } finally {
            places.release();
        }
        return true;
    }

    /// One more has come: how many that makes.
    long count() {
        return count.incrementAndGet();
    }

    long counted() {
        return count.get();
    }
}
