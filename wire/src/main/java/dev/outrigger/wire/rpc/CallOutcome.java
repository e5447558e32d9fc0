package dev.outrigger.wire.rpc;

import dev.outrigger.wire.Json;

/// How a call ended. What the peer said and what we say are kept apart, so that no peer can speak for us.
public sealed interface CallOutcome {
    record Answered(Json result) implements CallOutcome {}

    /// The peer's own error, with any code it likes: also one of ours, which then means nothing.
    record Refused(RpcError error) implements CallOutcome {}

    /// No answer came, or none that can be used: timeout, cancelled, plugin_unavailable, rate_limited,
    /// payload_too_large, internal_error.
    record Lost(RpcError error) implements CallOutcome {}

    static Lost lost(RpcErrorCode code, String why) {
        return new Lost(code.error(why));
    }
}
