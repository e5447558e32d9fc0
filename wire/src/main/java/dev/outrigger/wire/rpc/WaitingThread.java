package dev.outrigger.wire.rpc;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The thread that it was made by waits for a call.
final class WaitingThread implements CallWaiter {
    private final Thread thread = Thread.currentThread();
    private volatile @Nullable CallOutcome outcome;

    CallOutcome outcome(RpcCall call) throws InterruptedException {
        while (true) {
            var ended = outcome;
            if (ended != null) {
                return ended;
            }
            LockSupport.park(this);
            if (Thread.interrupted()) {
                call.cancel();
                throw new InterruptedException();
            }
        }
    }

    @Override
    public void ended(CallOutcome outcome) {
        this.outcome = outcome;
        LockSupport.unpark(thread);
    }
}
