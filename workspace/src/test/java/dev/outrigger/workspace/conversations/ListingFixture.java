package dev.outrigger.workspace.conversations;

import dev.outrigger.system.FileSweep;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.command.ToPlugin;
import dev.outrigger.wire.command.ToPluginCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// A workspace with conversations, a user's folder where the catalogue of them goes, and a list with and without it.
final class ListingFixture {
    /// Late enough that no file was changed just before: what is listed is remembered.
    static final Clock LATER = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));

    final Path storage;
    final Path users;
    final Path cache;
    final CacheFolder folder;
    private final Path scratch;

    ListingFixture(Path top) throws IOException {
        storage = Files.createDirectories(top.resolve("w/.jp"));
        users = Files.createDirectories(top.resolve("original"));
        cache = Files.createDirectories(top.resolve("cache"));
        scratch = top.resolve("scratch");
        folder = of(cache);
    }

    static CacheFolder of(Path folder) {
        return new CacheFolder() {
            @Override
            public Optional<Path> folder() {
                return Optional.of(folder);
            }

            @Override
            public Optional<Path> make() {
                return Optional.of(folder);
            }
        };
    }

    OriginalConversations originals() {
        return new OriginalConversations() {
            @Override
            public List<Path> userFolders() {
                return List.of(users);
            }

            @Override
            public void copied(ConversationId id, Path from) {
                // Nobody asked to be told.
            }
        };
    }

    Conversations with(Clock clock) {
        return new Conversations(storage, "jp", originals(), folder, clock);
    }

    Conversations without() {
        return new Conversations(storage, "jp", originals(), CacheFolder.NONE);
    }

    Path catalogue() {
        return cache.resolve("conversations");
    }

    Path ours(String id) {
        return storage.resolve("conversations/.outrigger").resolve(id);
    }

    Path make(String id, String title, int events) throws IOException {
        return fill(ours(id), title, events);
    }

    static Path fill(Path folder, String title, int events) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("events.jsonl"), "[{\"type\":\"turn_start\"}]\n".repeat(events));
        Files.writeString(folder.resolve("metadata.json"), metadata(title));
        return folder;
    }

    static Path original(Path folder, String title, int events) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(
                folder.resolve("events.json"),
                "[" + String.join(", ", Collections.nCopies(events, "{\"type\":\"turn_start\"}")) + "]");
        Files.writeString(folder.resolve("metadata.json"), metadata(title));
        return folder;
    }

    static String metadata(String title) {
        return "{\"title\":\"" + title + "\",\"last_activated_at\":\"2025-07-20T10:30:00Z\"}";
    }

    /// Until whatever is changed from now on has another time than what was changed before.
    void tick() throws IOException {
        Files.writeString(scratch, "1");
        long before = FileSweep.of(scratch).ctime();
        do {
            Files.writeString(scratch, "2");
        } while (FileSweep.of(scratch).ctime() == before);
    }

    static String text(List<ToPlugin.Conversations.Entry> told) {
        return JsonText.text(ToPluginCodec.encode(new ToPlugin.Conversations(told), null));
    }

    List<ConversationSummary> plainly() throws IOException {
        return without().list();
    }
}
