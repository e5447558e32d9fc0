package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Pushed events, checked and ready to be written: one line with its newline.
final class EventBatch {
    private static final int LARGEST = 1 << 27;

    private final ByteOutput line = new ByteOutput();
    private final List<Json> events = new ArrayList<>();

    private EventBatch() {}

    interface Earlier {
        /// Whether the stored conversation has this request.
        boolean has(EventKind request, String id) throws IOException, UnreadableFile;
    }

    static EventBatch of(List<Json.Obj> pushed, boolean turnActive, Instant now, Earlier earlier)
            throws InvalidEvent, IOException, UnreadableFile {
        var batch = new EventBatch();
        boolean active = turnActive;
        var requests = new HashSet<String>();
        var time = Json.of(TimestampText.format(now));
        for (int i = 0; i < pushed.size(); i++) {
            var event = pushed.get(i);
            var kind = EventRules.kind(i, event);
            if (event.get("timestamp").isEmpty()) {
                event = event.with("timestamp", time);
            }
            var id = event.text("id").orElse("");
            switch (kind) {
                case TURN_START -> active = true;
                case CHAT_REQUEST -> {
                    if (!active) {
                        batch.add(i, EventKind.TURN_START, turnStart(event));
                    }
                    active = false;
                }
                case TOOL_CALL_REQUEST, INQUIRY_REQUEST -> requests.add(kind.type + ' ' + id);
                case TOOL_CALL_RESPONSE -> needs(i, kind, EventKind.TOOL_CALL_REQUEST, id, requests, earlier);
                case INQUIRY_RESPONSE -> needs(i, kind, EventKind.INQUIRY_REQUEST, id, requests, earlier);
                case CHAT_RESPONSE, CONFIG_DELTA -> {}
            }
            batch.add(i, kind, event);
        }
        batch.line.put(']');
        batch.line.put('\n');
        return batch;
    }

    private static Json.Obj turnStart(Json.Obj request) {
        return Json.EMPTY.with("timestamp", request.get("timestamp").orElseThrow());
    }

    private static void needs(
            int index, EventKind response, EventKind request, String id, Set<String> inBatch, Earlier earlier)
            throws InvalidEvent, IOException, UnreadableFile {
        if (!inBatch.contains(request.type + ' ' + id) && !earlier.has(request, id)) {
            throw new InvalidEvent(index, response.title + " references unknown request ID `" + Excerpt.of(id) + "`");
        }
    }

    private void add(int index, EventKind kind, Json.Obj event) throws InvalidEvent {
        var stored = StoredForm.stored(kind, event);
        byte[] bytes;
        try {
            bytes = JsonText.bytes(stored);
            if (bytes.length > LARGEST - line.size) {
                throw new InvalidEvent(index, "the batch is larger than 128 MiB");
            }
            line.put(events.isEmpty() ? '[' : ',');
            line.copy(bytes, 0, bytes.length);
            // What could not be read back must never be written: too deep, half a character, no number.
            EventsSurvey.batch(bracketed(bytes), 0, bytes.length + 2);
        } catch (UncheckedIOException | MalformedJson e) {
            throw new InvalidEvent(index, "cannot be stored: " + e.getMessage());
        }
        events.add(stored);
    }

    private static byte[] bracketed(byte[] event) {
        var bytes = new byte[event.length + 2];
        bytes[0] = '[';
        System.arraycopy(event, 0, bytes, 1, event.length);
        bytes[event.length + 1] = ']';
        return bytes;
    }

    byte[] line() {
        return Arrays.copyOf(line.bytes, line.size);
    }

    Json.Arr stored() {
        return new Json.Arr(events);
    }
}
