package dev.outrigger.assistant;

import dev.outrigger.wire.event.Event;

/// Whoever says whether a tool call may run.
public interface Approver {
    /// Waits for the decision. Several calls may wait at once, and may be decided in any order. When cancelled it
    /// returns soon; what it returns then does not count.
    Decision decide(Event.ToolCallRequest call, Tool tool, Cancellation cancellation);

    sealed interface Decision {
        /// Nobody looked at this call: an earlier "always" lets the tool run.
        record Granted() implements Decision {}

        /// Somebody was shown this, and said yes to it. Its arguments may be others than those of the call.
        record Approve(Proposal proposal) implements Decision {}

        /// `why` is told to the model: "rejected by the user", or that there is nobody to ask.
        record Reject(String why) implements Decision {}
    }
}
