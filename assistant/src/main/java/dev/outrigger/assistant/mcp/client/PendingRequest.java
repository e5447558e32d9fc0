package dev.outrigger.assistant.mcp.client;

import dev.outrigger.wire.rpc.CallOutcome;
import dev.outrigger.wire.rpc.CallWaiter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A request of our own, about no tool: what came of it.
final class PendingRequest implements CallWaiter {
    private final CompletableFuture<CallOutcome> outcome = new CompletableFuture<>();

    @Override
    public void ended(CallOutcome outcome) {
        this.outcome.complete(outcome);
    }

    /// Every request ends, if by its deadline.
    CallOutcome outcome() throws InterruptedException {
        try {
            return outcome.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("an outcome that failed", e);
        }
    }

    Optional<CallOutcome> within(Duration time) throws InterruptedException {
        try {
            return Optional.of(outcome.get(time.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException _) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException("an outcome that failed", e);
        }
    }

    Optional<CallOutcome> now() {
        return Optional.ofNullable(outcome.getNow(null));
    }

    /// Until one of the two has ended.
    static void either(PendingRequest one, PendingRequest other) throws InterruptedException {
        try {
            CompletableFuture.anyOf(one.outcome, other.outcome).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("an outcome that failed", e);
        }
    }
}
