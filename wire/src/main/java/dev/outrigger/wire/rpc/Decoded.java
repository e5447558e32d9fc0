package dev.outrigger.wire.rpc;

import dev.outrigger.wire.Json;

/// What a line from the peer turned out to be.
public sealed interface Decoded {
    /// A message, complete and well-formed.
    record Said(Message message) implements Decoded {}

    /// A request that breaks the rules. This answer goes back.
    record Unfit(Message.Failure answer) implements Decoded {}

    /// An answer that breaks the rules, to the call with this id: it will get no other. `code` is what its caller gets.
    record BadAnswer(Json id, String why, ErrorCode code) implements Decoded {}

    /// An answer to nobody (its id is absent, null or 0): the peer could not read what we wrote. That is an error
    /// of the connection, not of a call.
    record ToNobody(String what) implements Decoded {}

    /// No message at all: counted, shown to the listener, never answered.
    record Stray(String why) implements Decoded {}
}
