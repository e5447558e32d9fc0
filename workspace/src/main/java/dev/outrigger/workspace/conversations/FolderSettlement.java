package dev.outrigger.workspace.conversations;

import dev.outrigger.system.TreeDeletion;
import dev.outrigger.system.WholeFile;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.workspace.GitIgnore;
import dev.outrigger.workspace.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;

/// Brings a conversation to where ours lie, for whoever holds its lock and is about to write.
final class FolderSettlement {
    private final Path storage;
    private final OriginalConversations originals;

    FolderSettlement(Path storage, OriginalConversations originals) {
        this.storage = storage;
        this.originals = originals;
    }

    /// The place itself, in one folder of conversations. In the workspace, git is told before anything is put there;
    /// elsewhere it is nobody's but the user's.
    Path make(Path home) throws IOException {
        var ours = FolderSearch.ours(home);
        if (!home.startsWith(storage)) {
            return PrivateFiles.folders(ours);
        }
        GitIgnore.complete(storage);
        return Files.createDirectories(ours);
    }

    /// Ours, from wherever it lay. One rename brings it there: after a crash it is here or there, and whole.
    ConversationFolder settled(ConversationFolder folder) throws IOException, UnreadableFile {
        return switch (folder.origin()) {
            case OURS -> folder;
            case BEFORE -> folder.isShared() ? parted(folder) : moved(folder);
            case ORIGINAL -> copied(folder);
        };
    }

    private ConversationFolder moved(ConversationFolder folder) throws IOException {
        var ours = make(folder.home());
        var target = ours.resolve(folder.path().getFileName());
        Files.move(folder.path(), target, StandardCopyOption.ATOMIC_MOVE);
        WholeFile.syncFolder(ours);
        WholeFile.syncFolder(folder.path().resolveSibling(""));
        return ConversationFolder.ours(folder.id(), target);
    }

    /// Our files leave, the original's stay. How much of it was taken over is not known any more, so the list shows it.
    private ConversationFolder parted(ConversationFolder folder) throws IOException, UnreadableFile {
        FileStamp.of(folder.events());
        var settled = filled(
                folder,
                ConversationMetadata.NOTHING_COPIED,
                draft -> Files.createLink(draft.events(), folder.events()));
        Files.deleteIfExists(folder.events());
        Files.deleteIfExists(folder.index());
        return settled;
    }

    private ConversationFolder copied(ConversationFolder folder) throws IOException, UnreadableFile {
        var survey = EventsSurvey.of(folder);
        var origin = ConversationMetadata.copied(survey.tally.events, survey.stamp.size());
        var settled = filled(
                folder,
                origin,
                draft -> DurableFiles.replace(
                        draft.events(), out -> OriginalConversion.run(folder.originalEvents(), out, new BatchTally())));
        originals.copied(folder.id(), folder.path());
        return settled;
    }

    private interface Filling {
        void fill(ConversationFolder draft) throws IOException, UnreadableFile;
    }

    private ConversationFolder filled(ConversationFolder source, Json.Obj origin, Filling filling)
            throws IOException, UnreadableFile {
        var ours = make(source.home());
        var made = ours.resolve(".new-" + source.id());
        boolean done = false;
        try {
            if (Files.exists(made, LinkOption.NOFOLLOW_LINKS)) {
                TreeDeletion.delete(made);
            }
            var draft = ConversationFolder.ours(source.id(), Files.createDirectory(made));
            filling.fill(draft);
            metadata(source).from(origin).write(draft.metadata());
            WholeFile.syncFolder(made);
            var target = ours.resolve(source.path().getFileName());
            Files.move(made, target, StandardCopyOption.ATOMIC_MOVE);
            WholeFile.syncFolder(ours);
            done = true;
            return ConversationFolder.ours(source.id(), target);
        } finally {
            if (!done && Files.exists(made, LinkOption.NOFOLLOW_LINKS)) {
                TreeDeletion.delete(made);
            }
        }
    }

    /// Damaged metadata is not worth refusing a copy for; what is damaged stays where it is.
    private static ConversationMetadata metadata(ConversationFolder source) throws IOException {
        try {
            return putAway(source, ConversationMetadata.read(source.metadata()));
        } catch (MalformedJson _) {
            return putAway(source, ConversationMetadata.NONE);
        }
    }

    /// The original says by the place alone that it was put away.
    private static ConversationMetadata putAway(ConversationFolder source, ConversationMetadata metadata) {
        return source.isArchived() && metadata.archivedAt() == null
                ? metadata.with("archived_at", TimestampText.format(Instant.now()))
                : metadata;
    }
}
