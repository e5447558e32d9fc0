package dev.outrigger.wire.rpc;

import dev.outrigger.wire.Json;

/// Waits for the end of a call, without a thread of its own.
@FunctionalInterface
public interface Caller {
    /// Exactly once; by the thread that reads (an answer), by the one that cancels or closes, by the ticker (a
    /// deadline), by one that writes and cannot, or by the one that calls, before it has its [Call] in hand. Must
    /// not wait for anything: everybody else's answers are behind it.
    void ended(Outcome outcome);

    /// Whether a thread will wait, and calls [Call#seek] as soon as it has its [Call]. Then [#ended] may also be run
    /// by that thread, in there; and who does not keep the promise waits some milliseconds longer.
    default boolean seeks() {
        return false;
    }

    /// A `$/progress` for this call. Likewise.
    default void progress(Json.Obj said) {}
}
