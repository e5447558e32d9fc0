package dev.outrigger.kaged.daemon;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Ends what does not end by itself: every step of a daemon's end has its limit, and this is for what nobody thought
/// of. It waits for nothing that could hang with the rest.
final class ForcedShutdown {
    /// The log may be what hangs.
    static final Duration WORDS = Duration.ofSeconds(2);

    private ForcedShutdown() {}

    /// Unless `gone` comes first, says the last words and halts.
    static void arm(Duration limit, CountDownLatch gone, Runnable lastWords, Runnable halt) {
        thread("last resort", () -> {
            if (await(gone, limit)) {
                return;
            }
            var said = new CountDownLatch(1);
            thread("last words", () -> {
                try {
                    lastWords.run();
                } finally {
                    said.countDown();
                }
            });
            var _ = await(said, WORDS);
            halt.run();
        });
    }

    private static boolean await(CountDownLatch latch, Duration limit) {
        try {
            return latch.await(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            // Nobody knows these threads. If somebody wants them to end all the same, then all of it.
            return false;
        }
    }

    private static void thread(String name, Runnable work) {
        Thread.ofPlatform().daemon().name(name).start(work);
    }
}
