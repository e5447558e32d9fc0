package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import org.jspecify.annotations.Nullable;

/// What an event must look like to be stored: required fields and their types. Fields we do not know are kept.
final class EventRules {
    private EventRules() {}

    static EventKind kind(int index, Json.Obj event) throws InvalidEvent {
        if (!(event.get("type").orElse(Json.Null.NULL) instanceof Json.Str(var type))) {
            throw new InvalidEvent(index, "`type` must be a string");
        }
        var kind = EventKind.of(type);
        if (kind == null) {
            throw new InvalidEvent(index, "unknown event type `" + Excerpt.of(type) + "`");
        }
        var problem = problem(kind, event);
        if (problem != null) {
            throw new InvalidEvent(index, kind.title + ": " + problem);
        }
        return kind;
    }

    private static @Nullable String problem(EventKind kind, Json.Obj event) {
        return first(
                common(event),
                switch (kind) {
                    case TURN_START -> null;
                    case CHAT_REQUEST ->
                        first(text(event, "content"), optionalObject(event, "schema"), attachments(event));
                    case CHAT_RESPONSE -> answer(event);
                    case TOOL_CALL_REQUEST -> first(text(event, "id"), text(event, "name"), object(event, "arguments"));
                    case TOOL_CALL_RESPONSE ->
                        first(text(event, "id"), text(event, "content"), truth(event, "is_error"));
                    case INQUIRY_REQUEST -> first(text(event, "id"), InquiryForms.problem(event));
                    case INQUIRY_RESPONSE -> first(text(event, "id"), present(event, "answer"));
                    case CONFIG_DELTA -> object(event, "delta");
                });
    }

    private static @Nullable String common(Json.Obj event) {
        var timestamp = event.get("timestamp").orElse(null);
        if (timestamp != null && !(timestamp instanceof Json.Str(var time) && TimestampText.valid(time))) {
            return "`timestamp` must be an RFC 3339 time";
        }
        return optionalObject(event, "metadata");
    }

    private static @Nullable String answer(Json.Obj event) {
        int given = 0;
        for (var name : new String[] {"message", "reasoning", "data"}) {
            given += event.get(name).isPresent() ? 1 : 0;
        }
        if (given != 1) {
            return "exactly one of `message`, `reasoning` and `data` must be there";
        }
        return event.get("data").isPresent()
                ? null
                : text(event, event.get("message").isPresent() ? "message" : "reasoning");
    }

    private static @Nullable String attachments(Json.Obj event) {
        var attachments = event.get("attachments").orElse(null);
        if (attachments == null) {
            return null;
        }
        if (!(attachments instanceof Json.Arr(var items))) {
            return "`attachments` must be an array";
        }
        for (var item : items) {
            if (!(item instanceof Json.Obj attachment)
                    || attachment.text("type").isEmpty()) {
                return "an attachment must be an object with a string `type`";
            }
            if (attachment.text("type").get().equals("file_content")
                    && (attachment.text("path").isEmpty()
                            || attachment.text("content").isEmpty())) {
                return "a `file_content` attachment needs the strings `path` and `content`";
            }
        }
        return null;
    }

    private static @Nullable String text(Json.Obj event, String name) {
        return event.text(name).isPresent() ? null : "`" + name + "` must be a string";
    }

    private static @Nullable String truth(Json.Obj event, String name) {
        return event.get(name).orElse(Json.Null.NULL) instanceof Json.Bool ? null : "`" + name + "` must be a boolean";
    }

    private static @Nullable String object(Json.Obj event, String name) {
        return event.get(name).orElse(Json.Null.NULL) instanceof Json.Obj ? null : "`" + name + "` must be an object";
    }

    private static @Nullable String optionalObject(Json.Obj event, String name) {
        return event.get(name).isEmpty() ? null : object(event, name);
    }

    private static @Nullable String present(Json.Obj event, String name) {
        return event.get(name).isPresent() ? null : "`" + name + "` is missing";
    }

    private static @Nullable String first(@Nullable String... problems) {
        for (var problem : problems) {
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }
}
