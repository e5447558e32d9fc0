package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.ConversationId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// What there is of the original jp around a workspace, and who is told when we go on in a copy of its conversations.
public interface OriginalConversations {
    /// Only what lies in the workspace itself, and nobody is told.
    OriginalConversations NONE = new OriginalConversations() {
        @Override
        public List<Path> userFolders() {
            return List.of();
        }

        @Override
        public void copied(ConversationId id, Path from) {
            // Nobody asked to be told.
        }
    };

    /// Where it may keep the user's own conversations of this workspace, and its locks.
    List<Path> userFolders() throws IOException;

    /// Writing goes on in a copy of ours; what lies there stays as it is.
    void copied(ConversationId id, Path from) throws IOException;
}
