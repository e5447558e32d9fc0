package dev.outrigger.wire.rpc;

import dev.outrigger.wire.Json;

/// Waits for the end of a call, without a thread of its own.
@FunctionalInterface
public interface CallWaiter {
    /// Exactly once; by the thread that reads (an answer), by the one that cancels or closes, by the ticker (a
    /// deadline), by one that writes and cannot, or by the one that calls, before it has its [RpcCall] in hand.
    /// Must not wait for anything: everybody else's answers are behind it.
    void ended(CallOutcome outcome);

    /// A `$/progress` for this call. Likewise.
    default void progress(Json.Obj said) {}
}
