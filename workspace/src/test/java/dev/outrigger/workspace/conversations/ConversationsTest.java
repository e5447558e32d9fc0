package dev.outrigger.workspace.conversations;

import static dev.outrigger.workspace.conversations.Sample.NOW;
import static dev.outrigger.workspace.conversations.Sample.all;
import static dev.outrigger.workspace.conversations.Sample.events;
import static dev.outrigger.workspace.conversations.Sample.json;
import static dev.outrigger.workspace.conversations.Sample.message;
import static dev.outrigger.workspace.conversations.Sample.parsed;
import static dev.outrigger.workspace.conversations.Sample.toolRequest;
import static dev.outrigger.workspace.conversations.Sample.toolResponse;
import static dev.outrigger.workspace.conversations.Sample.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConversationsTest {
    @TempDir
    Path storage;

    private Conversations conversations;

    @BeforeEach
    void open() {
        conversations = new Conversations(storage);
    }

    @Test
    void namesANewConversationByTheTenthOfASecondAndHoldsIt() throws Exception {
        try (var held = conversations.create("Refactor", NOW)) {
            assertThat(held.id()).isEqualTo(new ConversationId("17530074000"));
            assertThatThrownBy(() -> conversations.lock(held.id())).isInstanceOf(LockTaken.class);
        }
        assertThat(conversations.list())
                .containsExactly(new ConversationSummary(
                        new ConversationId("17530074000"),
                        "Refactor",
                        "2025-07-20T10:30:00.000Z",
                        0,
                        null,
                        null,
                        null,
                        ConversationOwner.OURS));
    }

    @Test
    void takesTheNextFreeIdWhenOneIsTakenAlsoByAFolderWithASlug() throws Exception {
        Files.createDirectories(storage.resolve("conversations/17530074000-refactor"));
        Files.createDirectories(storage.resolve("conversations/17530074001"));
        try (var held = conversations.create(null, NOW)) {
            assertThat(held.id()).isEqualTo(new ConversationId("17530074002"));
        }
    }

    @Test
    void readsBackWhatWasPushedInPlainTextWhileTheDiskHasBase64() throws Exception {
        var pushed = events(
                "{'type':'turn_start','timestamp':'2025-07-20T10:30:00Z'}",
                "{'type':'chat_request','timestamp':'2025-07-20T10:30:00Z','content':'Grüße'}",
                "{'type':'tool_call_request','timestamp':'2025-07-20T10:30:00Z','id':'tc_1','name':'x',"
                        + "'arguments':{'a':'\\u0000\\n\\\\','n':1.50,'deep':[{'b':'π','c':null}]},'metadata':{'k':'v'}}",
                "{'type':'tool_call_response','timestamp':'2025-07-20T10:30:00Z','id':'tc_1','content':'', 'is_error':true}",
                message("done"));
        ConversationId id;
        try (var held = conversations.create(null, NOW)) {
            id = held.id();
            assertThat(held.push(pushed, NOW)).isEqualTo(new PushedBatch(5, 1, 5, "2025-07-20T10:30:00.000Z"));
        }
        assertThat(all(conversations, id)).isEqualTo(pushed);
        var stored = Files.readString(storage.resolve("conversations/.outrigger/" + id + "/events.jsonl"));
        assertThat(stored).contains("'k':'dg=='".replace('\'', '"')).doesNotContain("π");
        var consumed = new ArrayList<Json>();
        conversations.read(id, 0, Long.MAX_VALUE).forEach(consumed::add);
        assertThat(consumed).isEqualTo(pushed);
    }

    @Test
    void readsAnyWindowOfEvents() throws Exception {
        ConversationId id;
        try (var held = conversations.create(null, NOW)) {
            id = held.id();
            held.push(events(message("1"), message("2")), NOW);
            held.push(events(message("3"), toolRequest("a"), toolResponse("a")), NOW);
            held.push(events(message("4")), NOW);
        }
        var everything = all(conversations, id);
        for (int after = 0; after <= 7; after++) {
            for (int limit = -1; limit <= 7; limit++) {
                var from = Math.min(after, 6);
                var to = limit < 0 ? 6 : Math.min(6, from + limit);
                var read = conversations.read(id, after, limit);
                assertThat(parsed(read)).isEqualTo(everything.subList(from, to));
                assertThat(read.count()).isEqualTo(to - from);
                var consumed = new ArrayList<Json>();
                read.forEach(consumed::add);
                assertThat(consumed).isEqualTo(everything.subList(from, to));
            }
        }
    }

    @Test
    void anAnswerDoesNotGrowWhileItWaitsToBeWritten() throws Exception {
        try (var held = conversations.create(null, NOW)) {
            held.push(events(message("1")), NOW);
            var read = conversations.read(held.id(), 0, -1);
            held.push(events(message("2")), NOW);
            assertThat(parsed(read)).hasSize(1);
            assertThat(written(conversations.read(held.id(), 2, -1))).isEqualTo("[]");
        }
    }

    @Test
    void saysWhichConversationsAreNotThere() {
        var id = new ConversationId("1");
        assertThatThrownBy(() -> conversations.read(id, 0, Long.MAX_VALUE))
                .isInstanceOf(NoSuchConversation.class)
                .hasMessage("no conversation 1");
        assertThatThrownBy(() -> conversations.lock(id)).isInstanceOf(NoSuchConversation.class);
        assertThatThrownBy(() -> conversations.remove(id)).isInstanceOf(NoSuchConversation.class);
    }

    @Test
    void listsTheLastActivatedFirstAndActivatesOncePerHolder() throws Exception {
        var first = created("first", NOW);
        var second = created("second", NOW.plusSeconds(1));
        assertThat(conversations.list()).extracting(ConversationSummary::id).containsExactly(second, first);
        try (var held = conversations.lock(first)) {
            held.push(events(message("x")), NOW.plusSeconds(2));
            held.push(events(message("y")), NOW.plusSeconds(3));
        }
        assertThat(conversations.list()).extracting(ConversationSummary::id).containsExactly(first, second);
        assertThat(conversations.summary(first).lastActivatedAt()).isEqualTo("2025-07-20T10:30:02.000Z");
        assertThat(conversations.summary(first).eventsCount()).isEqualTo(2);
        assertThat(conversations.ids()).containsExactly(first, second);
    }

    @Test
    void renamesPinsAndArchivesAndKeepsFieldsOfOthers() throws Exception {
        var id = created("old", NOW);
        var metadata = storage.resolve("conversations/.outrigger/" + id + "/metadata.json");
        Files.writeString(metadata, "{\"mood\":[1.0],\"last_activated_at\":\"2025-07-20 10:30:00.5\"}");
        try (var held = conversations.lock(id)) {
            held.rename("new");
            held.pin(NOW);
            held.archive(NOW);
        }
        assertThat(conversations.summary(id))
                .isEqualTo(new ConversationSummary(
                        id,
                        "new",
                        "2025-07-20T10:30:00.5Z",
                        0,
                        "2025-07-20T10:30:00.000Z",
                        "2025-07-20T10:30:00.000Z",
                        null,
                        ConversationOwner.OURS));
        try (var held = conversations.lock(id)) {
            held.rename(null);
            held.pin(null);
            held.archive(null);
        }
        assertThat(Files.readString(metadata)).contains("\"mood\":[1.0]").doesNotContain("title", "pinned", "archived");
    }

    @Test
    void removesAConversationButNotOneThatIsHeld() throws Exception {
        var id = created("x", NOW);
        try (var _ = conversations.lock(id)) {
            assertThatThrownBy(() -> conversations.remove(id)).isInstanceOf(LockTaken.class);
        }
        conversations.remove(id);
        assertThat(conversations.list()).isEmpty();
        assertThat(storage.resolve("conversations/.outrigger")).isEmptyDirectory();
    }

    @Test
    void forksUpToATurnOrAnEvent() throws Exception {
        ConversationId id;
        try (var held = conversations.create("source", NOW)) {
            id = held.id();
            held.push(events("{'type':'chat_request','content':'1'}", message("a")), NOW);
            held.push(events("{'type':'chat_request','content':'2'}", message("b"), toolRequest("t")), NOW);
        }
        var everything = all(conversations, id);
        var ends = List.of(
                ForkPoint.END,
                ForkPoint.afterTurns(0),
                ForkPoint.afterTurns(1),
                ForkPoint.afterTurns(2),
                ForkPoint.afterTurns(3),
                ForkPoint.afterEvents(0),
                ForkPoint.afterEvents(5),
                ForkPoint.afterEvents(7),
                ForkPoint.afterEvents(70));
        for (int i = 0; i < ends.size(); i++) {
            try (var fork = conversations.fork(id, ends.get(i), NOW)) {
                int kept = List.of(7, 0, 3, 7, 7, 0, 5, 7, 7).get(i);
                assertThat(all(conversations, fork.id())).isEqualTo(everything.subList(0, kept));
                assertThat(conversations.summary(fork.id()).title()).isEqualTo("source");
                if (kept == 7) {
                    fork.push(events(toolResponse("t")), NOW);
                }
            }
        }
        assertThat(all(conversations, id)).isEqualTo(everything);
    }

    @Test
    void refusesAHolderThatGaveItsLockBack() throws Exception {
        var held = conversations.create(null, NOW);
        held.close();
        assertThatThrownBy(() -> held.push(events(message("x")), NOW)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void findsAFolderWithASlug() throws Exception {
        var id = created("x", NOW);
        Files.move(
                storage.resolve("conversations/.outrigger/" + id),
                storage.resolve("conversations/.outrigger/" + id + "-some-title"));
        try (var held = conversations.lock(id)) {
            held.push(events(message("1")), NOW);
        }
        assertThat(all(conversations, id)).hasSize(1);
        assertThat(conversations.list()).hasSize(1);
    }

    @Test
    void passesOnAPushedEventWithFieldsNobodyKnows() throws Exception {
        var event =
                json("{'type':'chat_request','timestamp':'2025-07-20T10:30:00+02:00','content':'x','mine':{'a':[]}}");
        try (var held = conversations.create(null, NOW)) {
            held.push(List.of(event), NOW);
            assertThat(all(conversations, held.id()).get(1)).isEqualTo(event);
        }
    }

    private ConversationId created(String title, Instant now) throws Exception {
        try (var held = conversations.create(title, now)) {
            return held.id();
        }
    }
}
