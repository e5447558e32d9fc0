package dev.outrigger.sdk;

import dev.outrigger.wire.command.ToPlugin;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// What a thread waits for that has asked the host.
final class PendingAnswer {
    private final CountDownLatch there = new CountDownLatch(1);
    private volatile ToPlugin.@Nullable Answer answer;

    void came(ToPlugin.Answer answer) {
        this.answer = answer;
        there.countDown();
    }

    /// What came so far; null when nothing did.
    ToPlugin.@Nullable Answer now() {
        return answer;
    }

    void nothingComes() {
        there.countDown();
    }

    /// Not broken off by an interrupt: the answer comes, and belongs to this request and to no later one.
    ToPlugin.Answer await() {
        boolean interrupted = false;
        while (true) {
            try {
                there.await();
                break;
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        var came = answer;
        if (came == null) {
            throw new HostGone();
        }
        return came;
    }
}
