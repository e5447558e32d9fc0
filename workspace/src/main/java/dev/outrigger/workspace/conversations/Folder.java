package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.ConversationId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/// `<id>` or `<id>-<slug>` below `.jp/conversations`.
record Folder(ConversationId id, Path path) {
    /// Links are not followed: a cloned workspace could point them anywhere.
    static Optional<Folder> find(Path conversations, ConversationId id) throws IOException {
        var plain = conversations.resolve(id.digits());
        if (Files.isDirectory(plain, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of(new Folder(id, plain));
        }
        if (!Files.isDirectory(conversations)) {
            return Optional.empty();
        }
        var prefix = id.digits() + "-";
        try (var entries = Files.newDirectoryStream(
                conversations, entry -> entry.getFileName().toString().startsWith(prefix))) {
            for (var entry : entries) {
                if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    return Optional.of(new Folder(id, entry));
                }
            }
        }
        return Optional.empty();
    }

    /// The id a folder's name starts with; nothing when it is no conversation's.
    static Optional<ConversationId> idOf(Path folder) {
        var name = folder.getFileName().toString();
        int dash = name.indexOf('-');
        return ConversationId.parse(dash < 0 ? name : name.substring(0, dash));
    }

    Path events() {
        return path.resolve("events.jsonl");
    }

    /// The whole array that the original `jp` keeps. Ours wins when both are there: that is what converted means.
    Path originalEvents() {
        return path.resolve("events.json");
    }

    Path metadata() {
        return path.resolve("metadata.json");
    }

    Path index() {
        return path.resolve("index");
    }

    boolean isOriginal() {
        return !Files.exists(events(), LinkOption.NOFOLLOW_LINKS)
                && Files.exists(originalEvents(), LinkOption.NOFOLLOW_LINKS);
    }
}
