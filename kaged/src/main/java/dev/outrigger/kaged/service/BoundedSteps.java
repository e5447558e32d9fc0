package dev.outrigger.kaged.service;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Work that somebody else can make hang: a plugin by what it keeps or leaves, a file system by being dead. Each step
/// has a thread of its own and a limit. When that is over nobody waits for it any longer: it is told of in the log, and
/// named until it comes to its end after all.
public final class BoundedSteps {
    private final DaemonLog log;
    private final Set<Step> left = ConcurrentHashMap.newKeySet();

    public BoundedSteps(DaemonLog log) {
        this.log = log;
    }

    private static final class Step {
        private final String what;
        private final CountDownLatch over = new CountDownLatch(1);

        Step(String what) {
            this.what = what;
        }
    }

    /// The same for work that comes again and again: while it hangs, it is not begun once more.
    public boolean unlessLeft(Duration limit, String what, Runnable work) {
        return left.stream().noneMatch(step -> step.what.equals(what)) && within(limit, what, work);
    }

    /// Whether the work was done in time. `what` is a clause that follows "waits for". An interrupt does not cut it
    /// short: whoever has a limit can wait for it.
    public boolean within(Duration limit, String what, Runnable work) {
        var step = new Step(what);
        var thread = new Thread(null, () -> run(step, work), what, 512 << 10);
        thread.setDaemon(true);
        thread.start();
        if (ended(step, limit)) {
            return true;
        }
        left.add(step);
        if (step.over.getCount() == 0) {
            left.remove(step);
            return true;
        }
        log.note("kaged has waited " + limit.toSeconds() + " s for " + what + ", and waits no longer");
        return false;
    }

    /// What was left behind and has not come to its end.
    public List<String> left() {
        return left.stream().map(step -> step.what).sorted().toList();
    }

    private void run(Step step, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            log.bug("in " + step.what, e);
        } finally {
            step.over.countDown();
            if (left.remove(step)) {
                log.note("after all, this came to its end: " + step.what);
            }
        }
    }

    private static boolean ended(Step step, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return step.over.await(Math.max(end - System.nanoTime(), 0), TimeUnit.NANOSECONDS);
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
