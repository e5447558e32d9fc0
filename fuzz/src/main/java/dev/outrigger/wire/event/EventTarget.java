package dev.outrigger.wire.event;

import dev.outrigger.fuzz.base.Target;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.util.List;

/// Events of conversations, whoever wrote them: one that is written again is the same event.
public final class EventTarget implements Target {
    @Override
    public String name() {
        return "event";
    }

    @Override
    public List<String> words() {
        return List.of(
                "\"type\":",
                "\"turn_start\"",
                "\"chat_request\"",
                "\"chat_response\"",
                "\"tool_call_request\"",
                "\"tool_call_response\"",
                "\"inquiry_request\"",
                "\"config_delta\"",
                "\"content\":",
                "\"message\":",
                "\"reasoning\":",
                "\"data\":",
                "\"attachments\":",
                "\"metadata\":",
                "\"schema\":");
    }

    @Override
    public String read(byte[] input) {
        try {
            if (!(JsonText.parse(input) instanceof Json.Obj object)) {
                return "no object";
            }
            var event = Event.of(object);
            if (!Event.of((Json.Obj) JsonText.parse(JsonText.bytes(event.json())))
                    .equals(event)) {
                throw new Broken("written and read again, it is another event");
            }
            return event.getClass().getSimpleName();
        } catch (MalformedJson e) {
            return e.what();
        }
    }
}
