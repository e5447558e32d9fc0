package dev.outrigger.workspace.conversations;

import static dev.outrigger.workspace.conversations.Sample.NOW;
import static dev.outrigger.workspace.conversations.Sample.all;
import static dev.outrigger.workspace.conversations.Sample.events;
import static dev.outrigger.workspace.conversations.Sample.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.ConversationId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Conversations of ours that lie where they lay before, or where the original jp threw them.
final class OldPlaceTest {
    @TempDir
    Path storage;

    private Conversations conversations;
    private final ConversationId id = new ConversationId("17127583920");

    @BeforeEach
    void open() {
        conversations = new Conversations(storage);
    }

    @Test
    void newOnesLieInAFolderThatTheOriginalSkips() throws Exception {
        try (var held = conversations.create("x", NOW)) {
            assertThat(storage.resolve("conversations/.outrigger/" + held.id() + "/events.jsonl"))
                    .exists();
        }
    }

    @Test
    void thoseInTheOldPlaceAndInTheTrashAreListedAndReadWhereTheyAre() throws Exception {
        var old = stored("conversations/17127583920-old");
        var thrownAway = stored("conversations/.trash/17127583921");
        Files.writeString(thrownAway.resolve("TRASHED.md"), "# Trashed Conversation\n");
        var theirs = Files.createDirectories(storage.resolve("conversations/.trash/17127583922"));
        Files.writeString(theirs.resolve("metadata.json"), "{}");

        assertThat(conversations.list())
                .extracting(each -> each.id().digits())
                .containsExactlyInAnyOrder("17127583920", "17127583921");
        assertThat(conversations.list()).allMatch(each -> each.damage() == null && each.eventsCount() == 1);
        assertThat(conversations.ids()).hasSize(2);
        assertThat(all(conversations, id)).hasSize(1);
        assertThat(all(conversations, new ConversationId("17127583921"))).hasSize(1);
        assertThat(old).isDirectory();
        assertThat(thrownAway).isDirectory();
    }

    @Test
    void theFirstWriteMovesThem() throws Exception {
        var old = stored("conversations/17127583920-old");
        var thrownAway = stored("conversations/.trash/17127583921");
        var other = new ConversationId("17127583921");

        try (var held = conversations.lock(id)) {
            assertThat(old).isDirectory();
            held.push(events(message("2")), NOW);
            held.push(events(message("3")), NOW);
        }
        try (var held = conversations.lock(other)) {
            held.rename("back again");
        }

        assertThat(old).doesNotExist();
        assertThat(thrownAway).doesNotExist();
        assertThat(storage.resolve("conversations/.outrigger/17127583920-old/events.jsonl"))
                .exists();
        assertThat(all(conversations, id)).hasSize(3);
        assertThat(conversations.summary(other).title()).isEqualTo("back again");
        assertThat(conversations.list()).hasSize(2).allMatch(each -> each.damage() == null);
    }

    @Test
    void aReaderGoesOnWhenItIsMovedMeanwhile() throws Exception {
        stored("conversations/17127583920");
        var begun = conversations.read(id, 0, -1);
        try (var held = conversations.lock(id)) {
            held.push(events(message("2")), NOW);
        }

        assertThat(Sample.parsed(begun)).hasSize(1);
        assertThat(all(conversations, id)).hasSize(2);
    }

    @Test
    void aSecondFolderOfAnIdIsShown() throws Exception {
        stored("conversations/.outrigger/17127583920");
        stored("conversations/.trash/17127583920-1");

        assertThat(conversations.list()).hasSize(2).anyMatch(each -> each.damage() != null);
    }

    @Test
    void processesThatMoveOneAtOnceLoseNothing() throws Exception {
        for (int i = 0; i < 20; i++) {
            stored("conversations/" + (17127583920L + i));
        }
        var workers = new ArrayList<Process>();
        for (int i = 0; i < 2; i++) {
            workers.add(Worker.start("move", storage.toString(), "17127583920", "20"));
        }
        for (var worker : workers) {
            while (worker.isAlive()) {
                assertThat(conversations.list()).hasSize(20).allMatch(each -> each.damage() == null);
            }
            assertThat(worker.waitFor()).isZero();
        }

        var list = conversations.list();
        assertThat(list).hasSize(20).allMatch(each -> each.damage() == null && each.eventsCount() == 3);
        for (var each : list) {
            assertThat(storage.resolve("conversations/.outrigger/" + each.id())).isDirectory();
        }
    }

    @Test
    void gitIsToldOfTheNewPlaceInWorkspacesMadeBeforeToo() throws Exception {
        var ignore = storage.resolve(".gitignore");
        Files.writeString(ignore, "# mine\n/locks/\n/conversations/.*");
        stored("conversations/17127583920");

        try (var held = conversations.lock(id)) {
            held.push(events(message("2")), NOW);
        }
        try (var _ = conversations.create(null, NOW)) {
            assertThat(ignore).content().startsWith("# mine\n/locks/\n/conversations/.*\n");
        }

        var lines = Files.readAllLines(ignore);
        assertThat(lines).filteredOn("!/conversations/.outrigger/"::equals).hasSize(1);
        var git = new ProcessBuilder(
                        "sh",
                        "-c",
                        "git init -q . && git add -A && git ls-files conversations | sort && git status --short --ignored")
                .directory(storage.toFile())
                .redirectErrorStream(true);
        // The rules are for a folder below the top, and hold there as well.
        var said = new String(git.start().getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(said)
                .contains("conversations/.outrigger/17127583920/events.jsonl")
                .doesNotContain("A  conversations/.outrigger/17127583920/index");
    }

    private Path stored(String folder) throws Exception {
        var made = Files.createDirectories(storage.resolve(folder));
        Files.writeString(made.resolve("events.jsonl"), "[" + message("1").replace('\'', '"') + "]\n");
        Files.writeString(
                made.resolve("metadata.json"), "{\"title\":\"T\",\"last_activated_at\":\"2025-07-20T10:30:00Z\"}");
        return made;
    }
}
