package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.ConversationId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// What there is of the original jp around a workspace, and who is told when we go on in a copy of its conversations.
public interface OriginalConversations {
    /// Only what lies in the workspace itself, and nobody is told.
    OriginalConversations NONE = new OriginalConversations() {
        @Override
        public Optional<Path> userFolder() {
            return Optional.empty();
        }

        @Override
        public void copied(ConversationId id, Path from) {
            // Nobody asked to be told.
        }
    };

    /// Where it keeps the user's own conversations of this workspace, and its locks; nothing when it never ran here.
    Optional<Path> userFolder() throws IOException;

    /// Writing goes on in a copy of ours; what lies there stays as it is.
    void copied(ConversationId id, Path from) throws IOException;
}
