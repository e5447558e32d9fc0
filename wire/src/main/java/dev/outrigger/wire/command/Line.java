package dev.outrigger.wire.command;

import dev.outrigger.wire.Json;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A message being written: its type, its id, and the fields that have a value.
final class Line {
    private final Json.Builder object = Json.object();

    private Line() {}

    static Line of(String type, @Nullable String id) {
        return new Line().text("type", type).text("id", id);
    }

    Line text(String name, @Nullable String value) {
        return json(name, value == null ? null : Json.of(value));
    }

    Line whole(String name, OptionalLong value) {
        return json(name, value.isEmpty() ? null : Json.of(value.getAsLong()));
    }

    Line json(String name, @Nullable Json value) {
        if (value != null) {
            object.put(name, value);
        }
        return this;
    }

    Json.Obj build() {
        return object.build();
    }
}
