package dev.outrigger.workspace.conversations;

import static dev.outrigger.workspace.conversations.ListingFixture.LATER;
import static dev.outrigger.workspace.conversations.Sample.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The original's conversations are converted once, and read the same from there.
final class OriginalCopiesTest {
    private static final ConversationId ID = new ConversationId("17127583920");
    private static final String EVENTS = """
            [
              {"timestamp": "2025-07-20 10:30:00.0", "type": "config_delta", "assistant": {"name": "Ada"}},
              {"timestamp": "2025-07-20 10:30:00.0", "type": "chat_request", "content": "h\\u00e9 [] {} \\" there"},
              {"type": "from_the_future",  "a" : [1, 2.0e1] },
              {"timestamp": "2025-07-20 10:30:01.0", "type": "tool_call_request", "id": "t1", "name": "x", "arguments": {"p": "c3Jj"}},
              {"timestamp": "2025-07-20 10:30:01.0", "type": "tool_call_response", "id": "t1", "content": "ZG9uZQ==", "is_error": false},
              {"timestamp": "2025-07-20 10:30:02.0", "type": "config_delta", "delta": {"style": {"code": "b"}}}
            ]""";

    @TempDir
    Path top;

    private ListingFixture bed;
    private Path folder;

    @BeforeEach
    void open() throws Exception {
        bed = new ListingFixture(top);
        folder = Files.createDirectories(bed.storage.resolve("conversations/17127583920-plan"));
        Files.writeString(folder.resolve("events.json"), EVENTS);
    }

    private List<Path> copies() throws IOException {
        var copies = bed.cache.resolve("originals");
        if (!Files.exists(copies)) {
            return List.of();
        }
        try (var each = Files.list(copies)) {
            return each.toList();
        }
    }

    private void isRight() throws Exception {
        var with = bed.with(LATER);
        var without = bed.without();
        assertThat(written(with.read(ID, 0, -1))).isEqualTo(written(without.read(ID, 0, -1)));
        long count = without.summary(ID).eventsCount();
        for (int after = 0; after <= count; after++) {
            assertThat(written(with.read(ID, after, 2))).isEqualTo(written(without.read(ID, after, 2)));
        }
        assertThat(with.settings(ID)).isEqualTo(without.settings(ID));
        var seen = new ArrayList<Json>();
        with.read(ID, 0, -1).forEach(seen::add);
        assertThat(seen).hasSize((int) count);
    }

    @Test
    void isReadTheSameFromTheCopy() throws Exception {
        isRight();
        assertThat(copies()).hasSize(1);
        // From the copy, and not from the original: the one that has another word in it.
        var events = copies().getFirst().resolve("events.jsonl");
        assertThat(events).content().contains("there").doesNotContain("Ada");
        isRight();
        assertThat(copies()).hasSize(1);
        assertThat(Files.readString(folder.resolve("events.json"))).isEqualTo(EVENTS);
        assertThat(bed.storage.resolve("conversations/.outrigger/17127583920-plan"))
                .doesNotExist();
    }

    @Test
    void whatChangesIsReadAgain() throws Exception {
        isRight();
        bed.tick();
        var time = Files.getLastModifiedTime(folder.resolve("events.json"));
        Files.writeString(folder.resolve("events.json"), EVENTS.replace("there", "THERE"));
        Files.setLastModifiedTime(folder.resolve("events.json"), time);
        assertThat(written(bed.with(LATER).read(ID, 0, -1))).contains("THERE");
        isRight();
        // With what it began is no event any more, once it stands apart.
        Files.writeString(folder.resolve("base_config.json"), "{}");
        assertThat(written(bed.with(LATER).read(ID, 0, -1))).contains("Ada");
        isRight();
    }

    @Test
    void whatWasChangedAMomentAgoIsNotKeptYet() throws Exception {
        var now = new Conversations(
                bed.storage,
                "jp",
                bed.originals(),
                bed.folder,
                Clock.fixed(
                        Files.getLastModifiedTime(folder.resolve("events.json")).toInstant(), ZoneOffset.UTC));
        assertThat(written(now.read(ID, 0, -1))).contains("there");
        assertThat(copies()).isEmpty();
    }

    @Test
    void aCopyThatACrashLeftUnfinishedIsMadeAgain() throws Exception {
        isRight();
        var copy = copies().getFirst();
        var whole = Files.readAllBytes(copy.resolve("events.jsonl"));
        for (int length = 0; length < whole.length; length += 97) {
            Files.write(copy.resolve("events.jsonl"), Arrays.copyOf(whole, length));
            isRight();
        }
        Files.write(copy.resolve("events.jsonl"), new byte[whole.length]);
        isRight();
        Files.delete(copies().getFirst().resolve("index"));
        isRight();
        Files.delete(copies().getFirst().resolve("events.jsonl"));
        isRight();
        assertThat(Files.readAllBytes(copies().getFirst().resolve("events.jsonl")))
                .isEqualTo(whole);
    }

    @Test
    void damageIsSaidAsEver() throws Exception {
        Files.writeString(folder.resolve("events.json"), EVENTS.substring(0, 200));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> bed.with(LATER).read(ID, 0, -1))
                    .isInstanceOf(DamagedConversation.class)
                    .hasMessageContaining("events.json");
        }
        assertThat(copies()).isEmpty();
    }

    @Test
    void whatIsOfNothingAnyMoreGoesAfterAWhile() throws Exception {
        isRight();
        var old = copies().getFirst();
        bed.tick();
        Files.writeString(folder.resolve("events.json"), "[{\"type\":\"turn_start\"}]");
        var soon = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(1));
        assertThat(written(bed.with(soon).read(ID, 0, -1))).contains("turn_start");
        assertThat(copies()).hasSize(2).contains(old);
        var left = Files.createDirectory(bed.cache.resolve("originals/.new-1"));
        bed.tick();
        ListingFixture.original(bed.users.resolve("conversations/17127583921"), "t", 1);
        assertThat(written(bed.with(LATER).read(new ConversationId("17127583921"), 0, -1)))
                .contains("turn_start");
        assertThat(copies()).hasSize(2).doesNotContain(old, left);
        isRight();
    }

    @Test
    void whereNothingCanBeKeptItIsReadWhereItIs() throws Exception {
        Files.delete(bed.cache);
        Files.writeString(bed.cache, "no folder");
        isRight();
    }

    @Test
    void isTheSameForRandomEvents() throws Exception {
        var random = new Random(20250720);
        for (int round = 0; round < 20; round++) {
            var text = new StringBuilder("[");
            for (int i = random.nextInt(40); i >= 0; i--) {
                var content =
                        "x\\n\u00e9\ud83d\ude00\\u0001 ".repeat(random.nextInt(2) == 0 ? 3 : random.nextInt(9000));
                text.append(
                        switch (random.nextInt(3)) {
                            case 0 -> "{\"type\":\"turn_start\",\"timestamp\":\"2025-07-20 10:30:00.0\"}";
                            case 1 -> "{ \"content\" : \"" + content + "\", \"type\":\"chat_request\"}";
                            default -> "{\"type\":\"unknown\",\"a\": [ \"" + content + "\" ] }";
                        });
                text.append(i == 0 ? "" : ",\n");
            }
            bed.tick();
            Files.writeString(folder.resolve("events.json"), text.append("]"));
            var with = bed.with(LATER);
            assertThat(written(with.read(ID, 0, -1)))
                    .isEqualTo(written(bed.without().read(ID, 0, -1)));
        }
    }
}
