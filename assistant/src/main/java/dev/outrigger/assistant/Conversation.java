package dev.outrigger.assistant;

import dev.outrigger.wire.event.Event;
import java.util.List;

/// The conversation of a turn, held by it.
public interface Conversation {
    /// Oldest first.
    List<Event> events() throws StoreProblem;

    /// All of them or none, and for good when this returns.
    void append(List<? extends Event> events) throws StoreProblem;

    /// In words for people.
    final class StoreProblem extends Exception {
        private final String what;
        private final String hint;

        public StoreProblem(String what, String hint) {
            super(what);
            this.what = what;
            this.hint = hint;
        }

        public String what() {
            return what;
        }

        public String hint() {
            return hint;
        }
    }
}
