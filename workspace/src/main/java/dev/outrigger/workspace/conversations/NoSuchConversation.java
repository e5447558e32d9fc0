package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.ConversationId;

/// The id names no conversation of this workspace: it never was, or is deleted.
public final class NoSuchConversation extends StoreRefusal {
    private final ConversationId id;

    NoSuchConversation(ConversationId id) {
        super("no conversation " + id);
        this.id = id;
    }

    public ConversationId id() {
        return id;
    }
}
