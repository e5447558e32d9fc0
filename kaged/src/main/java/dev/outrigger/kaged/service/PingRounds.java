package dev.outrigger.kaged.service;

import dev.outrigger.wire.rpc.CallDeadlines;
import dev.outrigger.wire.rpc.CallOutcome;
import dev.outrigger.wire.rpc.RpcChannel;
import dev.outrigger.wire.rpc.RpcErrorCode;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// Asks a process whether it is still there. Any answer is a sign of life; a few missed in a row, and it is ended.
final class PingRounds {
    private static final CallDeadlines PATIENCE = CallDeadlines.of(Duration.ofSeconds(5));
    private static final int MOST_MISSED = 3;

    private final RpcChannel pipe;
    private final Consumer<ProcessEnd> end;
    private final AtomicInteger missed = new AtomicInteger();

    PingRounds(RpcChannel pipe, Consumer<ProcessEnd> end) {
        this.pipe = pipe;
        this.end = end;
    }

    /// None is asked for while it works: a plugin with one thread could not answer.
    void ping() {
        if (pipe.openCalls() == 0) {
            var _ = pipe.call("ping", null, PATIENCE, this::count);
        }
    }

    private void count(CallOutcome said) {
        boolean late = said instanceof CallOutcome.Lost(var error) && error.is(RpcErrorCode.TIMEOUT);
        if (!late) {
            missed.set(0);
        } else if (missed.incrementAndGet() >= MOST_MISSED) {
            end.accept(new ProcessEnd.Failed("it did not answer " + MOST_MISSED + " pings in a row"));
        }
    }
}
