package dev.outrigger.assistant.providers;

import java.util.Optional;

/// What was found out about a server, for the next command. It may forget whenever it likes.
public interface ServerMemory {
    ServerMemory NONE = new ServerMemory() {
        @Override
        public Optional<String> recall(String server) {
            return Optional.empty();
        }

        @Override
        public void keep(String server, String word) {
            // Who finds out again is as well off.
        }
    };

    /// One word; nobody vouches that it still means anything.
    Optional<String> recall(String server);

    void keep(String server, String word);
}
