package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.wire.command.ToPlugin;
import dev.outrigger.wire.command.ToPluginCodec;
import dev.outrigger.workspace.catalogue.KnownFolder;
import dev.outrigger.workspace.catalogue.ListLine;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A folder on its way into the list, with what it says.
///
/// @param size of the events that count
/// @param line what a plugin is told of it, if it is the only one of its id
record ListedFolder(ConversationFolder folder, boolean isStray, FolderContent content, long size, ListLine line) {
    /// A name like a conversation's, of which nothing is shown.
    static final KnownFolder NOTHING = new KnownFolder(4, new ListLine(new byte[0]), "", 0, 0);

    private static final int STRAY = 8;

    static ListedFolder of(ConversationFolder folder, boolean stray, FolderContent content, long size) {
        return new ListedFolder(folder, stray, content, size, line(content.summary(folder)));
    }

    static ListLine line(ConversationSummary summary) {
        return new ListLine(JsonText.bytes(ToPluginCodec.encode(new ToPlugin.Conversations.Entry(
                summary.id(),
                summary.title(),
                summary.lastActivatedAt(),
                summary.eventsCount(),
                summary.pinnedAt(),
                summary.archivedAt() != null,
                summary.damage() == null ? null : summary.damage().reason()))));
    }

    /// As it was remembered; nothing when that makes no sense.
    static Optional<ListedFolder> of(ConversationFolder folder, KnownFolder known, long size) {
        try {
            if ((known.kind() & ~STRAY) != kind(folder)
                    || !(JsonText.parse(known.line().bytes()) instanceof Json.Obj object)) {
                return Optional.empty();
            }
            var entry = ToPluginCodec.entry(object);
            if (!entry.id().equals(folder.id())
                    || entry.archived() == known.archivedAt().isEmpty()) {
                return Optional.empty();
            }
            var content = new FolderContent(
                    entry.title(),
                    entry.lastActivatedAt(),
                    entry.eventsCount(),
                    entry.pinnedAt(),
                    known.archivedAt().isEmpty() ? null : known.archivedAt(),
                    damage(entry.damaged()),
                    known.copiedEvents(),
                    known.copiedSize(),
                    true);
            return Optional.of(new ListedFolder(folder, (known.kind() & STRAY) != 0, content, size, known.line()));
        } catch (MalformedJson | FieldReader.Mistake _) {
            return Optional.empty();
        }
    }

    private static @Nullable ConversationDamage damage(@Nullable String reason) {
        return reason == null ? null : new ConversationDamage(reason);
    }

    /// As the catalogue has it.
    private static int kind(ConversationFolder folder) {
        return switch (folder.origin()) {
            case OURS -> 0;
            case BEFORE -> 1;
            case ORIGINAL -> 2;
        };
    }

    KnownFolder remembered() {
        return new KnownFolder(
                kind(folder) | (isStray ? STRAY : 0),
                line,
                content.archivedAt() == null ? "" : content.archivedAt(),
                content.copiedEvents(),
                content.copiedSize());
    }

    ConversationSummary summary() {
        return content.summary(folder);
    }
}
