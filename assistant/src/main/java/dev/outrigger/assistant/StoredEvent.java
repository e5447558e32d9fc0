package dev.outrigger.assistant;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.event.Event;
import java.util.LinkedHashMap;

/// An event that is in its conversation now.
///
/// @param seq its number there, from 1
public record StoredEvent(Event event, long seq, String timestamp) {
    /// As whoever reads the conversation sees it, its type and its time first.
    public Json.Obj json() {
        var fields = new LinkedHashMap<String, Json>();
        fields.put("type", Json.Null.NULL);
        fields.put("timestamp", Json.of(timestamp));
        fields.putAll(event.json().fields());
        return new Json.Obj(fields);
    }
}
