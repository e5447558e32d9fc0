package dev.outrigger.workspace.conversations;

import static dev.outrigger.workspace.conversations.Sample.NOW;
import static dev.outrigger.workspace.conversations.Sample.all;
import static dev.outrigger.workspace.conversations.Sample.events;
import static dev.outrigger.workspace.conversations.Sample.json;
import static dev.outrigger.workspace.conversations.Sample.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a conversation's `config_delta`s say together.
final class ConfigDeltasTest {
    @TempDir
    Path storage;

    private Conversations conversations;
    private ConversationId id;

    @BeforeEach
    void create() throws Exception {
        conversations = new Conversations(storage);
        try (var held = conversations.create(null, NOW)) {
            id = held.id();
        }
    }

    private static String delta(String settings) {
        return "{'type':'config_delta','delta':" + settings + "}";
    }

    @Test
    void saysNothingWithoutOne() throws Exception {
        push(message("hello"));
        assertThat(conversations.settings(id)).isEqualTo(Json.EMPTY);
    }

    @Test
    void putsLaterOnesOnTopOfEarlierOnes() throws Exception {
        push(delta("{'style':{'width':70,'color':'never'},'server':{'a':[1]}}"), message("x"));
        push(message("y"));
        push(delta("{'style':{'width':80}}"), delta("{'server':{'a':[2],'b':{}}}"));
        assertThat(conversations.settings(id))
                .isEqualTo(json("{'style':{'width':80,'color':'never'},'server':{'a':[2],'b':{}}}"));
    }

    @Test
    void findsManyInAConversationThatGrew() throws Exception {
        for (int i = 0; i < 300; i++) {
            push(
                    message("x".repeat(500)),
                    delta("{'style':{'width':" + (100 + i) + "},'server':{'n" + i % 7 + "':1}}"));
        }
        var settings = conversations.settings(id);
        assertThat(settings.get("style")).contains(json("{'width':399}"));
        assertThat(((Json.Obj) settings.get("server").orElseThrow()).fields()).hasSize(7);
    }

    @Test
    void readsAllEventsWhenTheIndexLostItsTable() throws Exception {
        push(delta("{'style':{'width':70}}"));
        push(delta("{'style':{'width':80}}"));
        try (var index = new RandomAccessFile(folder().resolve("index").toFile(), "rw")) {
            index.seek(IndexHeader.SIZE);
            index.write(new byte[16 * ConversationIndex.FIRST_CAPACITY]);
        }
        assertThat(conversations.settings(id)).isEqualTo(json("{'style':{'width':80}}"));
    }

    @Test
    void countsThoseThatSomebodyElseAppended() throws Exception {
        push(delta("{'style':{'width':70}}"));
        Files.writeString(
                folder().resolve("events.jsonl"),
                "[{\"type\":\"config_delta\",\"delta\":{\"style\":{\"width\":90}}}]\n",
                StandardOpenOption.APPEND);
        assertThat(conversations.settings(id)).isEqualTo(json("{'style':{'width':90}}"));
    }

    @Test
    void understandsTheOriginalsForm() throws Exception {
        var original = new ConversationId("17127583920");
        var folder = Files.createDirectories(storage.resolve("conversations").resolve(original.digits()));
        Files.writeString(folder.resolve("base_config.json"), "{\"style\":{\"color\":\"never\"}}");
        var written = """
                [ { "timestamp": "2025-07-20 10:30:00.0", "type": "config_delta", "style": { "width": 50 } },
                  { "timestamp": "2025-07-20 10:30:00.0", "type": "config_delta", "op": "reset", "event_id": "e2" },
                  { "timestamp": "2025-07-20 10:30:00.0", "type": "config_delta", "event_id": "e3",
                    "delta": { "style": { "width": 60 }, "server": { "a": 1, "b": { "c": 2 } } } },
                  { "timestamp": "2025-07-20 10:30:00.0", "type": "config_delta", "delta": { "server": { "d": 3 } },
                    "unsets": [ "server.b", "style.colour", "nothing.of.it" ] },
                  { "timestamp": "2025-07-20 10:30:00.0", "type": "config_delta", "op": "fold", "delta": { "x": 1 } } ]
                """;
        Files.writeString(folder.resolve("events.json"), written);

        var read = all(conversations, original);
        assertThat(read).hasSize(5).element(0).isEqualTo(json("""
                {'type':'config_delta','timestamp':'2025-07-20T10:30:00.0Z','delta':{'style':{'width':50}}}"""));
        assertThat(conversations.settings(original)).isEqualTo(json("{'style':{'width':60},'server':{'a':1,'d':3}}"));
        // As much when it has become ours, with an index.
        try (var held = conversations.lock(original)) {
            held.push(events(message("x")), NOW);
        }
        assertThat(conversations.settings(original)).isEqualTo(json("{'style':{'width':60},'server':{'a':1,'d':3}}"));
    }

    /// Before it had a file of its own, what a conversation began with was the first of its events. To the original
    /// that is none.
    @Test
    void whatAConversationOfTheOriginalBeganWithIsNoEvent() throws Exception {
        var original = new ConversationId("17127583920");
        var folder = Files.createDirectories(storage.resolve("conversations").resolve(original.digits()));
        Files.writeString(folder.resolve("events.json"), """
                [ { "type": "config_delta", "style": { "width": 50 } },
                  { "type": "config_delta", "delta": { "style": { "width": 60 } } } ]
                """);

        assertThat(all(conversations, original)).containsExactly(json(delta("{'style':{'width':60}}")));
        assertThat(conversations.summary(original).eventsCount()).isEqualTo(1);
    }

    private Path folder() {
        return storage.resolve("conversations/.outrigger/" + id);
    }

    private void push(String... pushed) throws Exception {
        try (var held = conversations.lock(id)) {
            held.push(events(pushed), NOW);
        }
    }
}
