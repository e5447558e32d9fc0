package dev.outrigger.wire.command;

import dev.outrigger.wire.Json;
import org.jspecify.annotations.Nullable;

/// A message being written: its type, its id, and the fields that have a value.
final class MessageLine {
    private final Json.Builder object = Json.object();

    private MessageLine() {}

    static MessageLine of(String type, @Nullable String id) {
        return new MessageLine().text("type", type).text("id", id);
    }

    MessageLine text(String name, @Nullable String value) {
        return json(name, value == null ? null : Json.of(value));
    }

    MessageLine whole(String name, @Nullable Long value) {
        return json(name, value == null ? null : Json.of(value));
    }

    MessageLine truth(String name, @Nullable Boolean value) {
        return json(name, value == null ? null : Json.of(value));
    }

    MessageLine json(String name, @Nullable Json value) {
        if (value != null) {
            object.put(name, value);
        }
        return this;
    }

    Json.Obj build() {
        return object.build();
    }
}
