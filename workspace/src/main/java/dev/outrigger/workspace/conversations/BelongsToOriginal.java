package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.ConversationId;
import java.nio.file.Path;

/// What the original jp keeps is read, and never changed.
public final class BelongsToOriginal extends Refusal {
    BelongsToOriginal(ConversationId id, Path folder) {
        super("conversation " + id + " is the original jp's, which is not changed from here: " + folder);
    }
}
