package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.workspace.conversations.Conversations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// What a storm stored in one conversation, checked event by event. Each event says to which batch it belongs and which
/// one of how many it is: `<round>-<number> <index> <count> … end`.
final class StoredBatches {
    private final String id;
    private final Path workspace;
    private final Set<String> stored = new LinkedHashSet<>();
    private long events;
    private boolean turnStarted;
    private String open = "";
    private int next;
    private long latest;

    StoredBatches(String id, Path workspace) {
        this.id = id;
        this.workspace = workspace;
    }

    String id() {
        return id;
    }

    int count() {
        return stored.size();
    }

    /// What is new since the last time, through a store that has never seen it.
    void readOn() throws Exception {
        var conversations = new Conversations(workspace.resolve(".jp"));
        var conversation = new ConversationId(id);
        conversations.read(conversation, events, Long.MAX_VALUE).forEach(this::add);
        var summary = conversations.summary(conversation);
        assertThat(summary.damage()).isNull();
        assertThat(summary.eventsCount()).isEqualTo(events);
        check();
    }

    /// The same of lines of JSON.
    void read(Stream<String> lines) throws IOException {
        lines.forEach(line -> {
            try {
                add((Json.Obj) JsonText.parse(line));
            } catch (MalformedJson e) {
                throw new AssertionError(line, e);
            }
        });
        check();
    }

    private void check() throws IOException {
        assertThat(open).as("a batch that does not end").isEmpty();
        assertThat(stored).as("what was answered in " + id).containsAll(answered());
    }

    /// What the dead were about to put in place.
    List<Path> drafts() throws IOException {
        try (var files = Files.newDirectoryStream(workspace.resolve(".jp/conversations/.outrigger/" + id), "*.tmp")) {
            var drafts = new ArrayList<Path>();
            files.forEach(drafts::add);
            return drafts;
        }
    }

    List<String> answered() throws IOException {
        var file = workspace.resolve("answered").resolve(id);
        var markers = new ArrayList<String>();
        for (var line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
            markers.add(line.substring(0, line.indexOf(' ')));
        }
        return markers;
    }

    private void add(Json.Obj event) {
        events++;
        var type = event.text("type").orElseThrow();
        if (type.equals("turn_start")) {
            turnStarted = true;
            return;
        }
        assertThat(turnStarted).as("a turn before " + event).isEqualTo(type.equals("chat_request"));
        turnStarted = false;
        var words = label(event, type).split(" ", -1);
        int index = Integer.parseInt(words[1]);
        int count = Integer.parseInt(words[2]);
        assertThat(words[words.length - 1]).isEqualTo("end");
        assertThat(index).as("place of " + words[0] + " in its batch").isEqualTo(next);
        if (index == 0) {
            begin(words[0]);
        }
        assertThat(words[0]).isEqualTo(open);
        next++;
        if (next == count) {
            stored.add(open);
            open = "";
            next = 0;
        }
    }

    /// Rounds and the numbers in them only grow, so that nothing can be there twice or in another order.
    private void begin(String marker) {
        assertThat(open).isEmpty();
        int dash = marker.indexOf('-');
        long place = Long.parseLong(marker.substring(0, dash)) << 32 | Long.parseLong(marker.substring(dash + 1));
        assertThat(place).as(marker).isGreaterThanOrEqualTo(latest);
        latest = place + 1;
        open = marker;
    }

    private static String label(Json.Obj event, String type) {
        return switch (type) {
            case "chat_request" -> event.text("content").orElseThrow();
            case "chat_response" -> event.text("message").orElseThrow();
            case "tool_call_response" -> event.text("content").orElseThrow();
            case "tool_call_request" ->
                event.get("arguments").orElseThrow() instanceof Json.Obj arguments
                        ? arguments.text("label").orElseThrow()
                        : "";
            default -> throw new AssertionError("never pushed: " + type);
        };
    }
}
