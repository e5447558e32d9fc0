package dev.outrigger.workspace.conversations;

import org.jspecify.annotations.Nullable;

/// What the files of one folder say, as far as lists go.
///
/// @param lasting whether they will say it again as long as they do not change: not when they could not be read
record FolderContent(
        // The same stands in ConversationSummary: a record cannot have the parts of another as its own.
        @Nullable String title,
        String lastActivatedAt,
        long eventsCount,
        @Nullable String pinnedAt,
        @Nullable String archivedAt,
        @Nullable ConversationDamage damage,
        long copiedEvents,
        long copiedSize,
        boolean lasting) {
    /// Its line, if it is the only one of its id.
    ConversationSummary summary(ConversationFolder folder) {
        return new ConversationSummary(
                folder.id(),
                title,
                lastActivatedAt,
                eventsCount,
                pinnedAt,
                // The original says it by the place alone.
                archivedAt == null && folder.isArchived() ? lastActivatedAt : archivedAt,
                damage,
                folder.isOriginal() ? new ConversationOwner.Original(folder.path()) : ConversationOwner.OURS);
    }
}
