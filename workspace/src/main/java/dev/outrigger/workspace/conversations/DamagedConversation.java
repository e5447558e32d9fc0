package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.ConversationId;

/// The files are there but cannot be believed. They are left as they are; see [Conversations#repairs].
public final class DamagedConversation extends StoreRefusal {
    DamagedConversation(ConversationId id, ConversationDamage damage) {
        super("conversation " + id + " is damaged: " + damage.reason() + "; see: jp conversation repair " + id);
    }
}
