package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.workspace.GitIgnore;
import dev.outrigger.workspace.Private;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;

/// Brings a conversation to where ours lie, for whoever holds its lock and is about to write.
final class Settlement {
    private final Path storage;
    private final Originals originals;

    Settlement(Path storage, Originals originals) {
        this.storage = storage;
        this.originals = originals;
    }

    /// The place itself, in one folder of conversations. In the workspace, git is told before anything is put there;
    /// elsewhere it is nobody's but the user's.
    Path make(Path home) throws IOException {
        var ours = FolderSearch.ours(home);
        if (!home.startsWith(storage)) {
            return Private.folders(ours);
        }
        GitIgnore.complete(storage);
        return Files.createDirectories(ours);
    }

    /// Ours, from wherever it lay. One rename brings it there: after a crash it is here or there, and whole.
    Folder settled(Folder folder) throws IOException, Unreadable {
        return switch (folder.place()) {
            case OURS -> folder;
            case BEFORE -> folder.isShared() ? parted(folder) : moved(folder);
            case ORIGINAL -> copied(folder);
        };
    }

    private Folder moved(Folder folder) throws IOException {
        var ours = make(folder.home());
        var target = ours.resolve(folder.path().getFileName());
        Files.move(folder.path(), target, StandardCopyOption.ATOMIC_MOVE);
        Disk.syncFolder(ours);
        Disk.syncFolder(folder.path().resolveSibling(""));
        return Folder.ours(folder.id(), target);
    }

    /// Our files leave, the original's stay. How much of it was taken over is not known any more, so the list shows it.
    private Folder parted(Folder folder) throws IOException, Unreadable {
        Stamp.of(folder.events());
        var settled =
                filled(folder, Metadata.NOTHING_COPIED, draft -> Files.createLink(draft.events(), folder.events()));
        Files.deleteIfExists(folder.events());
        Files.deleteIfExists(folder.index());
        return settled;
    }

    private Folder copied(Folder folder) throws IOException, Unreadable {
        var survey = Survey.of(folder);
        var origin = Metadata.copied(survey.tally.events, survey.stamp.size());
        var settled = filled(folder, origin, draft -> Conversion.run(folder, draft));
        originals.copied(folder.id(), folder.path());
        return settled;
    }

    private interface Filling {
        void fill(Folder draft) throws IOException, Unreadable;
    }

    private Folder filled(Folder source, Json.Obj origin, Filling filling) throws IOException, Unreadable {
        var ours = make(source.home());
        var made = ours.resolve(".new-" + source.id());
        boolean done = false;
        try {
            if (Files.exists(made, LinkOption.NOFOLLOW_LINKS)) {
                Removal.delete(made);
            }
            var draft = Folder.ours(source.id(), Files.createDirectory(made));
            filling.fill(draft);
            metadata(source).from(origin).write(draft.metadata());
            Disk.syncFolder(made);
            var target = ours.resolve(source.path().getFileName());
            Files.move(made, target, StandardCopyOption.ATOMIC_MOVE);
            Disk.syncFolder(ours);
            done = true;
            return Folder.ours(source.id(), target);
        } finally {
            if (!done && Files.exists(made, LinkOption.NOFOLLOW_LINKS)) {
                Removal.delete(made);
            }
        }
    }

    /// Damaged metadata is not worth refusing a copy for; what is damaged stays where it is.
    private static Metadata metadata(Folder source) throws IOException {
        try {
            return putAway(source, Metadata.read(source.metadata()));
        } catch (MalformedJson _) {
            return putAway(source, Metadata.NONE);
        }
    }

    /// The original says by the place alone that it was put away.
    private static Metadata putAway(Folder source, Metadata metadata) {
        return source.isArchived() && metadata.archivedAt() == null
                ? metadata.with("archived_at", Rfc3339.format(Instant.now()))
                : metadata;
    }
}
