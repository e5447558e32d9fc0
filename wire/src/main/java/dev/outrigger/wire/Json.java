package dev.outrigger.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A JSON value. Numbers keep the text they came with, objects the order of their fields; neither is ever changed after
/// it was made.
public sealed interface Json {
    record Obj(Map<String, Json> fields) implements Json {
        public Obj {
            fields = Collections.unmodifiableMap(fields);
        }

        public Optional<Json> get(String name) {
            return Optional.ofNullable(fields.get(name));
        }

        /// The text of a string field; empty when it is absent or something else.
        public Optional<String> text(String name) {
            return fields.get(name) instanceof Str(var value) ? Optional.of(value) : Optional.empty();
        }

        /// A copy with this field set, in its old place or at the end.
        public Obj with(String name, Json value) {
            var copy = new LinkedHashMap<>(fields);
            copy.put(name, value);
            return new Obj(copy);
        }
    }

    record Arr(List<Json> items) implements Json {
        public Arr {
            items = Collections.unmodifiableList(items);
        }
    }

    /// Its `equals` and `hashCode`, and those of [Num], are written out: linking a record's own costs several
    /// milliseconds of the start.
    record Str(String value) implements Json {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Str str && str.value.equals(value);
        }

        @Override
        public int hashCode() {
            return value.hashCode();
        }
    }

    /// `text` is a number as JSON writes it.
    record Num(String text) implements Json {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Num num && num.text.equals(text);
        }

        @Override
        public int hashCode() {
            return text.hashCode();
        }
    }

    enum Bool implements Json {
        FALSE,
        TRUE
    }

    enum Null implements Json {
        NULL
    }

    /// A value too large to hold, which writes itself when its turn comes. Only on the way out: no reader makes one.
    non-sealed interface Deferred extends Json {
        /// Writes exactly one JSON value, without a newline in it.
        void writeTo(OutputStream out) throws IOException;

        /// Whether it is in memory as it is, and so counts as what it will be where it has to wait.
        default boolean isHeld() {
            return false;
        }
    }

    /// A value that writes itself piece by piece into the buffer of whoever writes it. Only on the way out.
    interface Composed extends Deferred {
        /// Writes exactly one JSON value.
        void compose(JsonWriter out) throws IOException;

        @Override
        default void writeTo(OutputStream out) throws IOException {
            new JsonWriter(out).write(this);
        }
    }

    Obj EMPTY = new Obj(Map.of());

    static Str of(String text) {
        return new Str(text);
    }

    static Num of(long number) {
        return new Num(Long.toString(number));
    }

    static Bool of(boolean truth) {
        return truth ? Bool.TRUE : Bool.FALSE;
    }

    static Arr texts(List<String> items) {
        return new Arr(items.stream().<Json>map(Str::new).toList());
    }

    /// An object under construction; fields in the order they are put.
    static Builder object() {
        return new Builder();
    }

    final class Builder {
        private final Map<String, Json> fields = new LinkedHashMap<>();

        private Builder() {}

        public Builder put(String name, Json value) {
            fields.put(name, value);
            return this;
        }

        public Builder put(String name, String value) {
            return put(name, new Str(value));
        }

        public Builder put(String name, long value) {
            return put(name, of(value));
        }

        public Builder put(String name, boolean value) {
            return put(name, of(value));
        }

        public Obj build() {
            return new Obj(fields);
        }
    }
}
