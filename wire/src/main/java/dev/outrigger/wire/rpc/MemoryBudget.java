package dev.outrigger.wire.rpc;

import java.util.concurrent.atomic.AtomicLong;

/// What the open requests of several peers may hold together, in bytes of memory. Like each peer's own limit, it is
/// looked at before a request is taken: the last one may go beyond it.
public final class MemoryBudget {
    private final long most;
    private final AtomicLong held = new AtomicLong();

    public MemoryBudget(long most) {
        this.most = most;
    }

    public long held() {
        return held.get();
    }

    boolean isSpent() {
        return held.get() > most;
    }

    void take(long bytes) {
        held.addAndGet(bytes);
    }

    void giveBack(long bytes) {
        held.addAndGet(-bytes);
    }
}
