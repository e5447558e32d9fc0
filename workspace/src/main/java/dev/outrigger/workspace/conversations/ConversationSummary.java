package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.ConversationId;
import org.jspecify.annotations.Nullable;

/// A line of the list. Times are RFC 3339. A damaged conversation shows what could still be read of it.
public record ConversationSummary(
        ConversationId id,
        @Nullable String title,
        String lastActivatedAt,
        long eventsCount,
        @Nullable String pinnedAt,
        @Nullable String archivedAt,
        @Nullable ConversationDamage damage,
        ConversationOwner standing) {
    ConversationSummary in(ConversationOwner other) {
        return new ConversationSummary(id, title, lastActivatedAt, eventsCount, pinnedAt, archivedAt, damage, other);
    }
}
