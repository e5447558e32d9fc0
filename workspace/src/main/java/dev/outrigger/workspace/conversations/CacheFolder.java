package dev.outrigger.workspace.conversations;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Where what can always be read again is kept of a workspace's conversations: the user's own, closed to others.
public interface CacheFolder {
    /// Nothing is kept.
    CacheFolder NONE = new CacheFolder() {
        @Override
        public Optional<Path> folder() {
            return Optional.empty();
        }

        @Override
        public Optional<Path> make() {
            return Optional.empty();
        }
    };

    /// It, if it is there.
    Optional<Path> folder() throws IOException;

    /// It, made if it was not there; nothing where there is to be none.
    Optional<Path> make() throws IOException;
}
