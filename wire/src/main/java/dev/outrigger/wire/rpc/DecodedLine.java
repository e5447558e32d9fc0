package dev.outrigger.wire.rpc;

import dev.outrigger.wire.Json;

/// What a line from the peer turned out to be.
public sealed interface DecodedLine {
    /// A message, complete and well-formed.
    record Said(RpcMessage message) implements DecodedLine {}

    /// A request that breaks the rules. This answer goes back.
    record Unfit(RpcMessage.Failure answer) implements DecodedLine {}

    /// An answer that breaks the rules, to the call with this id: it will get no other. `code` is what its caller gets.
    record BadAnswer(Json id, String why, RpcErrorCode code) implements DecodedLine {}

    /// An answer to nobody (its id is absent, null or 0): the peer could not read what we wrote. That is an error
    /// of the connection, not of a call.
    record ToNobody(String what) implements DecodedLine {}

    /// No message at all: counted, shown to the listener, never answered.
    record Stray(String why) implements DecodedLine {}
}
