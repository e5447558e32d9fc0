package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.ConversationId;
import java.nio.file.Path;

/// What the original jp keeps is read, and never changed.
public final class ReadOnlyOriginal extends StoreRefusal {
    ReadOnlyOriginal(ConversationId id, Path folder) {
        super("conversation " + id + " is kept by the original jp, and what it keeps is not changed from here: "
                + folder);
    }
}
