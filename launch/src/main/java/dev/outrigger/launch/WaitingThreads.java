package dev.outrigger.launch;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/// Threads that wait for a program: for its words, its end, or that it reads. Whoever is done is kept for a minute, for
/// the next program: to start one takes longer than a short-lived program leaves to do for it. None of them keeps the
/// JVM from ending.
public final class WaitingThreads {
    private static final Executor KEPT = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("beside a program ", 1).factory());

    private WaitingThreads() {}

    public static void run(Runnable work) {
        KEPT.execute(work);
    }
}
