package dev.outrigger.assistant.mcp;

import dev.outrigger.wire.rpc.Caller;
import dev.outrigger.wire.rpc.Outcome;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A request of our own, about no tool: what came of it.
final class Pending implements Caller {
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();

    @Override
    public void ended(Outcome outcome) {
        this.outcome.complete(outcome);
    }

    /// Every request ends, if by its deadline.
    Outcome outcome() throws InterruptedException {
        try {
            return outcome.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("an outcome that failed", e);
        }
    }

    Optional<Outcome> within(Duration time) throws InterruptedException {
        try {
            return Optional.of(outcome.get(time.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException _) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException("an outcome that failed", e);
        }
    }

    Optional<Outcome> now() {
        return Optional.ofNullable(outcome.getNow(null));
    }

    /// Until one of the two has ended.
    static void either(Pending one, Pending other) throws InterruptedException {
        try {
            CompletableFuture.anyOf(one.outcome, other.outcome).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("an outcome that failed", e);
        }
    }
}
