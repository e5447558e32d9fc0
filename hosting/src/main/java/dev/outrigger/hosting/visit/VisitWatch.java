package dev.outrigger.hosting.visit;

import java.time.Duration;

/// Looks at a visit now and then, since a plugin that does nothing gives no other occasion.
final class VisitWatch {
    static final Duration TICK = Duration.ofMillis(100);

    private final PluginVisit visit;
    private final Thread thread = Thread.ofPlatform().daemon().name("watch").unstarted(this::watch);
    private boolean over;

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

    private synchronized void watch() {
        long start = System.nanoTime();
        int ticksAlone = 0;
        try {
            while (!over) {
                long now = System.nanoTime();
                // Its last lines may still be on their way: it counts as gone when two looks before saw it gone.
                ticksAlone = visit.childGone() ? ticksAlone + 1 : 0;
                visit.look(now, now - start, ticksAlone > 2);
                wait(TICK.toMillis());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            visit.unwatched(e);
        }
    }
}
