package dev.outrigger.assistant;

import dev.outrigger.wire.event.Event;
import java.util.List;

/// The conversation of a turn, held by it.
public interface Conversation {
    /// Oldest first.
    List<Event> events() throws StoreProblem;

    /// All of them or none, and for good when this returns.
    void append(List<? extends Event> events) throws StoreProblem;

    /// Why events cannot be read or stored.
    final class StoreProblem extends AdvisedProblem {
        public StoreProblem(String what, String hint) {
            super(what, hint);
        }
    }
}
