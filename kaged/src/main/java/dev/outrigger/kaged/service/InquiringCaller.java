package dev.outrigger.kaged.service;

import dev.outrigger.assistant.ToolQuestion;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.CallWaiter;
import java.util.Optional;

/// A caller who can be asked something while the call is on its way.
public interface InquiringCaller extends CallWaiter {
    /// Waits for people. Nothing when there is nobody to ask, or nobody answered.
    Optional<Json> ask(ToolQuestion question);
}
