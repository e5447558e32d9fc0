package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What tests write and read.
final class Sample {
    static final Instant NOW = Instant.parse("2025-07-20T10:30:00Z");

    private Sample() {}

    static Json.Obj json(String text) {
        try {
            return (Json.Obj) JsonText.parse(text.replace('\'', '"'));
        } catch (MalformedJson e) {
            throw new AssertionError(text, e);
        }
    }

    static List<Json.Obj> events(String... texts) {
        var events = new ArrayList<Json.Obj>();
        for (var text : texts) {
            events.add(json(text));
        }
        return events;
    }

    static String message(String text) {
        return "{'type':'chat_response','timestamp':'2025-07-20T10:30:00Z','message':'" + text + "'}";
    }

    static String toolRequest(String id) {
        return "{'type':'tool_call_request','id':'" + id + "','name':'cargo','arguments':{'path':'src/" + id + "'}}";
    }

    static String toolResponse(String id) {
        return "{'type':'tool_call_response','id':'" + id + "','content':'done " + id + "\\n','is_error':false}";
    }

    /// As a plugin would get it.
    static String written(StoredEvents events) throws IOException {
        var out = new ByteArrayOutputStream();
        events.writeTo(out);
        return out.toString(StandardCharsets.UTF_8);
    }

    static List<Json> parsed(StoredEvents events) throws IOException {
        try {
            return ((Json.Arr) JsonText.parse(written(events))).items();
        } catch (MalformedJson e) {
            throw new AssertionError(written(events), e);
        }
    }

    static List<Json> all(Conversations conversations, ConversationId id) throws IOException, StoreRefusal {
        return parsed(conversations.read(id, 0, -1));
    }
}
