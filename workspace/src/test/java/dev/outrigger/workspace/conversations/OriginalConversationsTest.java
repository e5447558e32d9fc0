package dev.outrigger.workspace.conversations;

import static dev.outrigger.workspace.conversations.Sample.NOW;
import static dev.outrigger.workspace.conversations.Sample.all;
import static dev.outrigger.workspace.conversations.Sample.events;
import static dev.outrigger.workspace.conversations.Sample.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.system.FileLock;
import dev.outrigger.wire.ConversationId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Folders of the original jp, in each of the places where it keeps some.
final class OriginalConversationsTest {
    @TempDir
    Path top;

    private Path storage;
    private Path users;
    private final List<String> told = new ArrayList<>();
    private Conversations conversations;
    private final ConversationId id = new ConversationId("17127583920");

    @BeforeEach
    void open() throws Exception {
        storage = Files.createDirectories(top.resolve("w/.jp"));
        users = Files.createDirectories(top.resolve("data/jp/workspace/w-a1b2c"));
        conversations = new Conversations(
                storage,
                "jp query",
                new OriginalConversations() {
                    @Override
                    public List<Path> userFolders() {
                        return List.of(users);
                    }

                    @Override
                    public void copied(ConversationId of, Path from) {
                        told.add(of + " " + from);
                    }
                },
                CacheFolder.NONE);
    }

    @Test
    void thoseOfAllPlacesAreListedAndReadAndLeftAsTheyAre() throws Exception {
        original(storage.resolve("conversations/17127583920-plan"), 2);
        original(storage.resolve("conversations/.archive/17127583921"), 2);
        original(users.resolve("conversations/17127583922-mine"), 2);
        original(users.resolve("conversations/.archive/17127583923"), 2);
        var before = files();

        for (int i = 0; i < 2; i++) {
            var list = conversations.list();
            assertThat(list).hasSize(4).allMatch(each -> each.eventsCount() == 2 && each.damage() == null);
            assertThat(list).allMatch(each -> each.standing() instanceof ConversationOwner.Original);
            assertThat(list)
                    .filteredOn(each -> each.archivedAt() != null)
                    .extracting(each -> each.id().digits())
                    .containsExactlyInAnyOrder("17127583921", "17127583923");
        }
        for (var each : conversations.ids()) {
            assertThat(all(conversations, each)).hasSize(2);
            assertThat(conversations.repairs(each)).isEmpty();
        }
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void anEditWhoseTimeWasPutBackIsSeen() throws Exception {
        var folder = original(storage.resolve("conversations/17127583920"), 2);
        assertThat(conversations.list()).hasSize(1);
        // The same size and time, the same file.
        var time = Files.getLastModifiedTime(folder.resolve("events.json"));
        var length = Files.size(folder.resolve("events.json"));
        Files.writeString(folder.resolve("events.json"), "x".repeat((int) length));
        Files.setLastModifiedTime(folder.resolve("events.json"), time);

        assertThat(conversations.list()).singleElement().matches(each -> each.damage() != null);
    }

    @Test
    void writingGoesOnInACopyAndSaysSoOnce() throws Exception {
        var folder = original(users.resolve("conversations/17127583920-mine"), 2);
        var before = files();

        try (var held = conversations.lock(id)) {
            held.push(events(message("3")), NOW);
            held.rename("ours now");
        }
        try (var held = conversations.lock(id)) {
            held.push(events(message("4")), NOW);
        }

        assertThat(told).containsExactly(id + " " + folder);
        assertThat(files()).isEqualTo(before);
        assertThat(all(conversations, id)).hasSize(4);
        assertThat(conversations.list()).singleElement().isEqualTo(conversations.summary(id));
        assertThat(conversations.summary(id).standing()).isEqualTo(ConversationOwner.OURS);
        assertThat(conversations.summary(id).title()).isEqualTo("ours now");
    }

    @Test
    void whenTheOriginalHasGrownSinceBothAreShown() throws Exception {
        var folder = original(storage.resolve("conversations/17127583920"), 2);
        try (var held = conversations.lock(id)) {
            held.push(events(message("3")), NOW);
        }
        assertThat(conversations.list()).hasSize(1);

        original(folder, 5);

        assertThat(conversations.list())
                .extracting(ConversationSummary::standing)
                .containsExactlyInAnyOrder(ConversationOwner.OURS, new ConversationOwner.Grown(folder, 2));
        assertThat(conversations.list())
                .extracting(ConversationSummary::eventsCount)
                .containsExactlyInAnyOrder(3L, 5L);
        assertThat(all(conversations, id)).hasSize(3);
    }

    @Test
    void whatWeOnceAddedToAFolderOfTheOriginalLeavesItAndTheOriginalStays() throws Exception {
        var folder = original(storage.resolve("conversations/17127583920"), 2);
        var theirs = Files.readString(folder.resolve("events.json"));
        var line = "[" + message("1").replace('\'', '"') + "]\n";
        Files.writeString(folder.resolve("events.jsonl"), line);
        assertThat(all(conversations, id)).hasSize(1);

        try (var held = conversations.lock(id)) {
            held.push(events(message("2")), NOW);
        }

        assertThat(all(conversations, id)).hasSize(2);
        assertThat(folder.resolve("events.json")).hasContent(theirs);
        assertThat(folder.resolve("events.jsonl")).doesNotExist();
        assertThat(conversations.list())
                .extracting(ConversationSummary::standing)
                .containsExactlyInAnyOrder(ConversationOwner.OURS, new ConversationOwner.Grown(folder, 0));
        // As a crash would leave it, after the rename and before the old name is gone.
        Files.writeString(folder.resolve("events.jsonl"), line);
        assertThat(conversations.list()).hasSize(2).allMatch(each -> each.damage() == null);
        assertThat(all(conversations, id)).hasSize(2);
    }

    @Test
    void oneThatTheOriginalKeepsTwiceIsListedOnce() throws Exception {
        original(storage.resolve("conversations/17127583920-plan"), 2);
        var second = original(users.resolve("conversations/17127583920-plan"), 2);
        assertThat(conversations.list()).hasSize(1);

        original(second, 3);

        assertThat(conversations.list()).hasSize(2);
    }

    @Test
    void ofADamagedOneItIsSaidThatItIsNotMendedHere() throws Exception {
        var folder = original(storage.resolve("conversations/17127583920"), 2);
        Files.writeString(folder.resolve("events.json"), "[{\"type\":\"chat_request\"");

        assertThat(conversations.repairs(id))
                .singleElement()
                .isInstanceOfSatisfying(ConversationRepair.Ask.class, ask -> {
                    assertThat(ask.problem()).contains("cut off", "never changed here: " + folder);
                });
    }

    @Test
    void itIsNotRemoved() throws Exception {
        var folder = original(storage.resolve("conversations/17127583920"), 2);

        assertThatThrownBy(() -> conversations.remove(id))
                .isInstanceOf(ReadOnlyOriginal.class)
                .hasMessageContaining(folder.toString());
        assertThat(folder.resolve("events.json")).exists();
    }

    /// Without the copy it would be back as it was, whatever we said of its deletion.
    @Test
    void ourCopyIsNotRemovedBeforeTheOriginals() throws Exception {
        var folder = original(users.resolve("conversations/17127583920-mine"), 2);
        try (var held = conversations.lock(id)) {
            held.push(events(message("3")), NOW);
        }

        assertThatThrownBy(() -> conversations.remove(id))
                .isInstanceOf(ReadOnlyOriginal.class)
                .hasMessageContaining(folder.toString());
        assertThat(all(conversations, id)).hasSize(3);
    }

    @Test
    void oneThatIsAlsoPutAwayIsNotHiddenByThat() throws Exception {
        original(storage.resolve("conversations/.archive/17127583920-a"), 2);
        original(storage.resolve("conversations/17127583920-b"), 2);

        assertThat(conversations.list()).singleElement().matches(each -> each.archivedAt() == null);
    }

    @Test
    void whatWasPutAwayStaysSoInTheCopy() throws Exception {
        original(storage.resolve("conversations/.archive/17127583920-old"), 2);

        try (var held = conversations.lock(id)) {
            held.rename("renamed");
        }

        assertThat(conversations.summary(id).standing()).isEqualTo(ConversationOwner.OURS);
        assertThat(conversations.summary(id).archivedAt()).isNotNull();
    }

    @Test
    void itsLockIsHeldTogetherWithOurs() throws Exception {
        original(storage.resolve("conversations/17127583920"), 2);
        var theirs = users.resolve("locks/jp-c17127583920.lock");
        try (var _ = conversations.lock(id)) {
            assertThat(FileLock.take(theirs)).isNull();
            assertThat(FileLock.take(storage.resolve("locks/17127583920.lock"))).isNull();
        }
        try (var lock = FileLock.take(theirs)) {
            assertThat(lock).isNotNull();
            assertThatThrownBy(() -> conversations.lock(id)).isInstanceOf(LockTaken.class);
        }
        conversations.lock(id).close();
    }

    /// As the original writes it: indented, a space in its times, base64 in arguments and results.
    private static Path original(Path folder, int events) throws Exception {
        Files.createDirectories(folder);
        var text = new StringBuilder("[\n");
        for (int i = 0; i < events; i++) {
            text.append(i == 0 ? "" : ",\n")
                    .append("  {\n    \"timestamp\": \"2025-07-20 10:30:0")
                    .append(i)
                    .append(".0\",\n    \"type\": \"chat_response\",\n    \"message\": \"m\"\n  }");
        }
        Files.writeString(folder.resolve("events.json"), text.append("\n]"));
        Files.writeString(folder.resolve("base_config.json"), "{}");
        Files.writeString(
                folder.resolve("metadata.json"),
                "{\n  \"title\": \"Plan\",\n  \"last_activated_at\": \"2025-07-20 10:30:00.0\"\n}");
        return folder;
    }

    /// All that is not ours, and when it was last changed.
    private Map<String, String> files() throws Exception {
        var all = new TreeMap<String, String>();
        try (var walk = Files.walk(top)) {
            for (var path : (Iterable<Path>) walk::iterator) {
                var text = path.toString();
                if (Files.isRegularFile(path)
                        && !text.contains("/.outrigger/")
                        && !text.contains("/locks/")
                        && !text.endsWith("/.gitignore")) {
                    all.put(text, Files.getLastModifiedTime(path) + Files.readString(path));
                }
            }
        }
        return all;
    }
}
