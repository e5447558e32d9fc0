package dev.outrigger.wire.rpc;

import org.jspecify.annotations.Nullable;

/// A call that is on its way.
public final class RpcCall {
    final String method;
    final CallWaiter caller;
    /// How much had been written to the peer before this call: who answers it has read that much.
    final long position;

    private final RpcChannel channel;
    private final long id;
    private final long idleNanos;
    private volatile long endsAt;
    private volatile long idleEndsAt;
    private int holds;
    private long heldSince;

    RpcCall(
            RpcChannel channel,
            long id,
            String method,
            CallWaiter caller,
            CallDeadlines patience,
            long now,
            long position) {
        this.channel = channel;
        this.id = id;
        this.method = method;
        this.caller = caller;
        this.position = position;
        this.idleNanos = patience.idle().toNanos();
        this.idleEndsAt = now + idleNanos;
        this.endsAt = now + patience.absolute().toNanos();
    }

    /// Its number on this channel; also the `token` of its `$/progress`.
    public long id() {
        return id;
    }

    /// Takes the call back: it ends at once, and the peer gets a `$/cancel`. Does nothing when it has ended.
    public void cancel() {
        channel.cancel(this);
    }

    /// Until [#release] no time passes for this call: its peer waits for an answer of ours to go on.
    public synchronized void hold() {
        if (holds++ == 0) {
            heldSince = channel.now();
        }
    }

    public synchronized void release() {
        if (--holds == 0) {
            long held = channel.now() - heldSince;
            endsAt += held;
            idleEndsAt += held;
        }
    }

    synchronized void lives(long now) {
        idleEndsAt = now + idleNanos;
    }

    @Nullable
    synchronized String overdue(long now) {
        if (holds > 0) {
            return null;
        }
        if (now - endsAt >= 0) {
            return "no answer to `" + method + "` in time";
        }
        return now - idleEndsAt >= 0 ? "no answer to `" + method + "`, and no sign of progress" : null;
    }
}
