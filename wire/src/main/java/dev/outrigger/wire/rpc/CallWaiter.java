package dev.outrigger.wire.rpc;

import dev.outrigger.wire.Json;

/// Waits for the end of a call, without a thread of its own.
@FunctionalInterface
public interface CallWaiter {
    /// Exactly once; by the thread that reads (an answer), by the one that cancels or closes, by the ticker (a
    /// deadline), by one that writes and cannot, or by the one that calls, before it has its [RpcCall] in hand.
    /// Must not wait for anything: everybody else's answers are behind it.
    void ended(CallOutcome outcome);

    /// Whether a thread will wait, and calls [RpcCall#seek] as soon as it has its [RpcCall]. Then [#ended] may also
    /// be run by that thread, in there; and who does not keep the promise waits some milliseconds longer.
    default boolean seeks() {
        return false;
    }

    /// A `$/progress` for this call. Likewise.
    default void progress(Json.Obj said) {}
}
