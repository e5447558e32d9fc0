package dev.outrigger.assistant;

import dev.outrigger.wire.event.Event;
import java.util.List;

/// The conversation of a turn, held by it.
public interface Conversation {
    /// Oldest first.
    List<Event> events() throws StoreProblem;

    /// All of them or none, and for good when this returns.
    Stored append(List<? extends Event> events) throws StoreProblem;

    /// Where a batch came to lie: the number of its first event in the conversation, from 1, and the time of all.
    record Stored(long first, String timestamp) {}

    /// Why events cannot be read or stored.
    final class StoreProblem extends AdvisedProblem {
        public StoreProblem(String what, String hint) {
            super(what, hint);
        }
    }
}
