package dev.outrigger.workspace.conversations;

import static dev.outrigger.workspace.conversations.Sample.NOW;
import static dev.outrigger.workspace.conversations.Sample.all;
import static dev.outrigger.workspace.conversations.Sample.parsed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever is pushed comes back equal: by the writer's index, by one rebuilt, and from any place.
final class RandomPushesTest {
    private static final String ALPHABET = "ab/+= \"\\\n\r\t\u0000\u001f\u007f\u00e9\u20ac\ud83d\ude00";

    @TempDir
    Path storage;

    private final Random random = new Random();
    private final List<Json> expected = new ArrayList<>();
    private final List<String> tools = new ArrayList<>();
    private boolean active;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void readBackEqual(int seed) throws Exception {
        random.setSeed(seed);
        var conversations = new Conversations(storage);
        var held = conversations.create(null, NOW);
        var id = held.id();
        for (int i = 0; i < 60; i++) {
            var batch = new ArrayList<Json.Obj>();
            for (int k = random.nextInt(6); k >= 0; k--) {
                batch.add(event());
            }
            held.push(batch, NOW);
            if (random.nextInt(8) == 0) {
                held.close();
                held = conversations.lock(id);
            }
        }
        held.close();
        assertThat(all(conversations, id)).isEqualTo(expected);
        Files.delete(storage.resolve("conversations/.outrigger/" + id + "/index"));
        assertThat(all(conversations, id)).isEqualTo(expected);
        for (int i = 0; i < 25; i++) {
            int after = random.nextInt(expected.size());
            int limit = random.nextInt(expected.size() - after + 1);
            var read = conversations.read(id, after, limit);
            assertThat(parsed(read)).isEqualTo(expected.subList(after, after + limit));
            var consumed = new ArrayList<Json>();
            read.forEach(consumed::add);
            assertThat(consumed).isEqualTo(expected.subList(after, after + limit));
        }
        assertThat(conversations.summary(id).eventsCount()).isEqualTo(expected.size());
    }

    private Json.Obj event() {
        var event = Json.object().put("timestamp", "2025-07-20T10:30:00Z");
        switch (random.nextInt(6)) {
            case 0 -> {
                if (!active) {
                    expected.add(Json.object()
                            .put("type", "turn_start")
                            .put("timestamp", "2025-07-20T10:30:00Z")
                            .build());
                }
                active = false;
                event.put("type", "chat_request").put("content", text(50_000));
            }
            case 1 -> {
                tools.add(text(8));
                event.put("id", tools.getLast())
                        .put("arguments", Json.object().put(text(5), value(3)).build())
                        .put("name", text(5))
                        .put("type", "tool_call_request");
            }
            case 2 -> {
                if (tools.isEmpty()) {
                    event.put("type", "chat_response").put("message", text(3));
                } else {
                    event.put("type", "tool_call_response")
                            .put("id", tools.get(random.nextInt(tools.size())))
                            .put("content", text(20_000))
                            .put("is_error", random.nextBoolean());
                }
            }
            case 3 -> {
                active = true;
                event.put("type", "turn_start");
            }
            case 4 -> event.put("type", "config_delta").put("delta", Json.EMPTY);
            default -> event.put("data", value(4)).put("type", "chat_response");
        }
        if (random.nextInt(10) == 0) {
            event.put("metadata", Json.object().put(text(4), value(2)).build());
        }
        var built = event.build();
        expected.add(built);
        return built;
    }

    private Json value(int depth) {
        return switch (random.nextInt(depth == 0 ? 4 : 6)) {
            case 0 -> Json.of(text(30));
            case 1 -> new Json.Num(random.nextInt() + ".0e+1");
            case 2 -> Json.of(random.nextBoolean());
            case 3 -> Json.Null.NULL;
            case 4 -> {
                var items = new ArrayList<Json>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    items.add(value(depth - 1));
                }
                yield new Json.Arr(items);
            }
            default -> {
                var fields = Json.object();
                for (int i = random.nextInt(4); i > 0; i--) {
                    fields.put(text(4), value(depth - 1));
                }
                yield fields.build();
            }
        };
    }

    /// Mostly short; half of the time plain ASCII, which takes the fast way.
    private String text(int most) {
        int length = random.nextInt(4) == 0 ? random.nextInt(most) : random.nextInt(Math.min(most, 20));
        boolean plain = random.nextBoolean();
        var text = new StringBuilder();
        var points = ALPHABET.codePoints().toArray();
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(plain ? 'a' + random.nextInt(26) : points[random.nextInt(points.length)]);
        }
        return text.toString();
    }
}
