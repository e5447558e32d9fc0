package dev.outrigger.workspace.conversations;

import static dev.outrigger.workspace.conversations.Sample.NOW;
import static dev.outrigger.workspace.conversations.Sample.all;
import static dev.outrigger.workspace.conversations.Sample.events;
import static dev.outrigger.workspace.conversations.Sample.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.wire.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whoever reads on in a conversation gets each event once, and in order.
class FollowedEventsTest {
    @TempDir
    Path storage;

    private Conversations conversations;
    private HeldConversation held;

    @BeforeEach
    void aConversation() throws Exception {
        conversations = new Conversations(storage);
        held = conversations.create("followed", NOW);
    }

    @Test
    void readsWhatIsReadOtherwise() throws Exception {
        held.push(
                events(
                        "{'type':'chat_request','content':'π'}",
                        message("a"),
                        "{'type':'tool_call_request','id':'t','name':'ls','arguments':{'path':'/tmp'}}"),
                NOW);
        try (var followed = follow(0)) {
            held.push(events("{'type':'tool_call_response','id':'t','content':'b','is_error':false}"), NOW);

            assertThat(rest(followed)).isEqualTo(all(conversations, held.id()));
            assertThat(followed.count()).isEqualTo(5);
            assertThat(followed.next()).isEmpty();
            held.push(events(message("c")), NOW);
            assertThat(rest(followed)).hasSize(1);
        }
    }

    @Test
    void beginsAnywhereInBatchesOfAnySize() throws Exception {
        var random = new Random(41);
        while (all(conversations, held.id()).size() < 3000) {
            var batch = new ArrayList<Json.Obj>();
            for (int i = random.nextInt(1, 60); i > 0; i--) {
                batch.addAll(events(message("x".repeat(random.nextInt(300)))));
            }
            held.push(batch, NOW);
        }
        var everything = all(conversations, held.id());
        for (int i = 0; i < 60; i++) {
            int after = random.nextInt(everything.size() + 1);
            try (var followed = follow(after)) {
                assertThat(followed.count()).isEqualTo(after);
                assertThat(rest(followed)).isEqualTo(everything.subList(after, everything.size()));
            }
        }
        try (var followed = follow(-1)) {
            assertThat(followed.count()).isEqualTo(everything.size());
            assertThat(followed.next()).isEmpty();
        }
    }

    @Test
    void anUnfinishedLineIsNoEventUntilItIsFinished() throws Exception {
        held.push(events(message("a")), NOW);
        var line = "[{\"type\":\"chat_response\",\"timestamp\":\"2025-07-20T10:30:00Z\",\"message\":\"b\"}]\n";
        try (var followed = follow(0)) {
            assertThat(rest(followed)).hasSize(1);
            for (int i = 0; i < line.length() - 1; i += 7) {
                append(line.substring(i, Math.min(i + 7, line.length() - 1)));
                assertThat(followed.next()).isEmpty();
            }
            append("\n");

            assertThat(rest(followed)).hasSize(1);
            assertThat(followed.count()).isEqualTo(2);
        }
    }

    @Test
    void whatAWriterTookBackIsReadAnew() throws Exception {
        held.push(events(message("a")), NOW);
        try (var followed = follow(0)) {
            append("[{\"type\":\"chat_response\",\"message\":\"unfinished");
            assertThat(rest(followed)).hasSize(1);
            held.close();
            held = conversations.lock(held.id());
            held.push(events(message("b")), NOW);

            assertThat(rest(followed))
                    .extracting(event -> event.text("message").orElse(""))
                    .containsExactly("b");
        }
    }

    @Test
    void followsAFileThatWasReplaced() throws Exception {
        held.push(events(message("a"), message("b")), NOW);
        try (var followed = follow(0)) {
            assertThat(rest(followed)).hasSize(2);
            var copy = Files.copy(file(), file().resolveSibling("copy"));
            Files.move(copy, file(), StandardCopyOption.REPLACE_EXISTING);
            append("[{\"type\":\"chat_response\",\"timestamp\":\"2025-07-20T10:30:00Z\",\"message\":\"c\"}]\n");

            assertThat(rest(followed))
                    .extracting(event -> event.text("message").orElse(""))
                    .containsExactly("c");
        }
    }

    @Test
    void saysThatItWasRemovedOrDamaged() throws Exception {
        held.push(events(message("a")), NOW);
        try (var followed = follow(0);
                var other = follow(0)) {
            rest(followed);
            append("no batch\n");
            assertThatThrownBy(followed::next).isInstanceOf(DamagedConversation.class);
            held.remove();
            assertThatThrownBy(() -> rest(other)).isInstanceOf(NoSuchConversation.class);
        }
    }

    private FollowedEvents follow(long after) throws Exception {
        return conversations.follow(held.id(), after, StoredEvents.Discretion.NONE);
    }

    private static List<Json.Obj> rest(FollowedEvents followed) throws Exception {
        var events = new ArrayList<Json.Obj>();
        for (var event = followed.next(); event.isPresent(); event = followed.next()) {
            events.add(event.get());
        }
        return events;
    }

    private void append(String text) throws Exception {
        Files.write(file(), text.getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);
    }

    private Path file() {
        return storage.resolve("conversations/.outrigger/" + held.id() + "/events.jsonl");
    }
}
