package dev.outrigger.hosting.visit;

import java.time.Duration;

/// Looks at a visit now and then, since a plugin that does nothing gives no other occasion. Where nothing can come of
/// time alone it sleeps until it is woken: an idle plugin costs nothing.
final class VisitWatch {
    static final Duration TICK = Duration.ofMillis(100);
    /// Looks at which nothing was to be seen, before it sleeps: whoever is busy is not to wake it with every write.
    private static final int LOOKS = 5;

    private final PluginVisit visit;
    private final Thread thread = Thread.ofPlatform().daemon().name("watch").unstarted(this::watch);
    private boolean over;
    private boolean childWatched;
    private volatile boolean asleep;

    VisitWatch(PluginVisit visit) {
        this.visit = visit;
    }

    void start() {
        thread.start();
    }

    synchronized void end() {
        over = true;
        notifyAll();
    }

    /// Something has begun that may need an end. By any thread, often, and without a lock while it is awake.
    void wake() {
        if (asleep) {
            rouse();
        }
    }

    private synchronized void rouse() {
        asleep = false;
        notifyAll();
    }

    private synchronized void watch() {
        long start = System.nanoTime();
        int ticksAlone = 0;
        int quiet = 0;
        try {
            while (!over) {
                long now = System.nanoTime();
                // Its last lines may still be on their way: it counts as gone when two looks before saw it gone.
                ticksAlone = visit.childGone() ? ticksAlone + 1 : 0;
                visit.look(now, now - start, ticksAlone > 2);
                quiet = visit.isQuiet() ? quiet + 1 : 0;
                if (quiet > LOOKS) {
                    sleep();
                    quiet = 0;
                } else {
                    wait(TICK.toMillis());
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            visit.unwatched(e);
        }
    }

    private void sleep() throws InterruptedException {
        if (!childWatched) {
            childWatched = true;
            Thread.ofPlatform().daemon().name("end of the plugin").start(() -> {
                visit.awaitChild();
                wake();
            });
        }
        asleep = true;
        // Asked again: what began before this could not wake anybody.
        while (asleep && !over && visit.isQuiet()) {
            wait();
        }
        asleep = false;
    }
}
