package dev.outrigger.assistant;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Whether what is going on is still wanted. Once cancelled, it is for good. Safe for several threads.
public final class Cancellation {
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private final Set<Registration> registrations = new LinkedHashSet<>();

    /// Until closed, its action runs when the work is cancelled.
    public final class Registration implements AutoCloseable {
        private final Runnable action;

        private Registration(Runnable action) {
            this.action = action;
        }

        @Override
        public void close() {
            synchronized (registrations) {
                registrations.remove(this);
            }
        }
    }

    public boolean isCancelled() {
        return cancelled.getCount() == 0;
    }

    /// Runs what was registered, on this thread. The second time it does nothing.
    public void cancel() {
        Iterable<Registration> told;
        synchronized (registrations) {
            if (isCancelled()) {
                return;
            }
            cancelled.countDown();
            told = new ArrayList<>(registrations);
            registrations.clear();
        }
        for (var each : told) {
            each.action.run();
        }
    }

    /// Runs at once, here, when it is too late to wait for it. The action must not block.
    public Registration onCancel(Runnable action) {
        var registration = new Registration(action);
        synchronized (registrations) {
            if (!isCancelled()) {
                registrations.add(registration);
                return registration;
            }
        }
        action.run();
        return registration;
    }

    /// Waits for so long; true when it was cut short.
    public boolean cancelledWithin(Duration time) {
        try {
            return cancelled.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
