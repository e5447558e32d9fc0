package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/// How an event is stored: `type` and `timestamp` first, so that [EventRewriter] knows at once what it has; text that
/// users would not want `grep` to find as base64. Reading it back is [EventRewriter]'s.
final class StoredForm {
    private StoredForm() {}

    static Json.Obj stored(EventKind kind, Json.Obj event) {
        var fields = new LinkedHashMap<>(typeFirst(kind, event).fields());
        fields.computeIfPresent("metadata", (_, value) -> encoded(value));
        switch (kind) {
            case TOOL_CALL_REQUEST -> fields.computeIfPresent("arguments", (_, value) -> encoded(value));
            case TOOL_CALL_RESPONSE -> fields.computeIfPresent("content", (_, value) -> encoded(value));
            case TURN_START, CHAT_REQUEST, CHAT_RESPONSE, INQUIRY_REQUEST, INQUIRY_RESPONSE, CONFIG_DELTA -> {}
        }
        return new Json.Obj(fields);
    }

    static Json.Obj typeFirst(EventKind kind, Json.Obj event) {
        var fields = new LinkedHashMap<String, Json>();
        fields.put("type", Json.of(kind.type));
        event.get("timestamp").ifPresent(time -> fields.put("timestamp", time));
        fields.putAll(event.fields());
        return new Json.Obj(fields);
    }

    /// Whether a stored event has to be rewritten for its readers.
    static boolean differs(EventKind kind, Json.Obj event) {
        return event.get("metadata").isPresent()
                || switch (kind) {
                    case TOOL_CALL_REQUEST, TOOL_CALL_RESPONSE -> true;
                    case INQUIRY_REQUEST -> InquiryForms.differs(event);
                    // For some readers: see Events.discreet.
                    case CONFIG_DELTA -> true;
                    case TURN_START, CHAT_REQUEST, CHAT_RESPONSE, INQUIRY_RESPONSE -> false;
                };
    }

    private static Json encoded(Json value) {
        return switch (value) {
            case Json.Str(var text) ->
                new Json.Str(Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
            case Json.Arr(var items) -> {
                var copy = new ArrayList<Json>(items.size());
                for (var item : items) {
                    copy.add(encoded(item));
                }
                yield new Json.Arr(copy);
            }
            case Json.Obj(Map<String, Json> fields) -> {
                var copy = new LinkedHashMap<String, Json>();
                for (var field : fields.entrySet()) {
                    copy.put(field.getKey(), encoded(field.getValue()));
                }
                yield new Json.Obj(copy);
            }
            case Json.Num _, Json.Bool _, Json.Null _, Json.Deferred _ -> value;
        };
    }
}
