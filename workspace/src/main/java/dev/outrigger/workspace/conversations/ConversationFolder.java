package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.ConversationId;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/// `<id>` or `<id>-<slug>`, wherever it lies; [FolderSearch] finds them.
///
/// @param index where what is known of its events is kept
record ConversationFolder(ConversationId id, Path path, Origin origin, Path index) {
    /// Whose a folder is, and what may be done to it.
    enum Origin {
        /// Where ours lie: written to as it is.
        OURS,
        /// Ours, but where they lay before: moved by the first who writes.
        BEFORE,
        /// The original jp's: read, and never changed.
        ORIGINAL
    }

    static ConversationFolder ours(ConversationId id, Path path) {
        return new ConversationFolder(id, path, Origin.OURS, path.resolve("index"));
    }

    static ConversationFolder before(ConversationId id, Path path) {
        return new ConversationFolder(id, path, Origin.BEFORE, path.resolve("index"));
    }

    static ConversationFolder original(ConversationId id, Path path) {
        var found = new ConversationFolder(id, path, Origin.ORIGINAL, path);
        var known = FolderSearch.ours(found.home()).resolve(".originals").resolve(id.digits());
        return new ConversationFolder(id, path, Origin.ORIGINAL, known);
    }

    /// The id a folder's name starts with; nothing when it is no conversation's.
    static Optional<ConversationId> idOf(Path folder) {
        var name = folder.getFileName().toString();
        int dash = name.indexOf('-');
        return ConversationId.parse(dash < 0 ? name : name.substring(0, dash));
    }

    /// Ours.
    Path events() {
        return path.resolve("events.jsonl");
    }

    /// The whole array that the original `jp` keeps.
    Path originalEvents() {
        return path.resolve("events.json");
    }

    /// Those that count.
    Path eventsThatCount() {
        return isOriginal() ? originalEvents() : events();
    }

    Path metadata() {
        return path.resolve("metadata.json");
    }

    boolean isOriginal() {
        return origin == Origin.ORIGINAL;
    }

    /// Whether the original put it away, as far as the place tells.
    boolean isArchived() {
        return isOriginal() && path.resolveSibling("").endsWith(".archive");
    }

    /// Whether it holds events of both: the original's, to which we once added a file of ours.
    boolean isShared() {
        return !isOriginal() && Files.exists(originalEvents(), LinkOption.NOFOLLOW_LINKS);
    }

    /// The folder `conversations` that it is in: the workspace's, or the user's own.
    Path home() {
        var parent = path.resolveSibling("");
        return parent.getFileName().toString().startsWith(".") ? parent.resolveSibling("") : parent;
    }

    /// Where it is after somebody moved it to where ours lie.
    ConversationFolder afterMove() {
        return ours(id, FolderSearch.ours(home()).resolve(path.getFileName()));
    }

    /// What has the name of a conversation's folder and is none: nothing in it is looked at.
    boolean isStray() {
        return !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    /// Why a stray is one.
    String strayness() {
        return path.getFileName()
                + (Files.isSymbolicLink(path) ? " is a link, and links are not followed" : " is no folder");
    }

    boolean exists() {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }
}
