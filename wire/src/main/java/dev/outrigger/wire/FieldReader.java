package dev.outrigger.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Takes an object apart, field by field. A missing or mistyped field is the peer's mistake, told in one line; `null`
/// is the same as absent, and fields nobody asks for are ignored.
public record FieldReader(Json.Obj object) {
    public static sealed class Mistake extends Exception {
        private final String what;

        public Mistake(String what) {
            super(what);
            this.what = what;
        }

        /// One line for the peer.
        public String what() {
            return what;
        }
    }

    /// A well-formed request for what cannot exist: no conversation has such an id.
    public static final class NoSuchConversation extends Mistake {
        NoSuchConversation(String id) {
            super("conversation not found: " + Excerpt.of(id));
        }
    }

    public String text(String name) throws Mistake {
        return require(name, textOrNull(name));
    }

    /// "" when absent.
    public String textOrEmpty(String name) throws Mistake {
        var text = textOrNull(name);
        return text == null ? "" : text;
    }

    public @Nullable String textOrNull(String name) throws Mistake {
        var value = value(name);
        if (value == null) {
            return null;
        }
        if (value instanceof Json.Str(var text)) {
            return text;
        }
        throw new Mistake("field `" + name + "` must be a string");
    }

    public ConversationId conversation(String name) throws Mistake {
        var text = text(name);
        return ConversationId.parse(text).orElseThrow(() -> new NoSuchConversation(text));
    }

    public long whole(String name, long least, long most) throws Mistake {
        var number = wholeIfAny(name, least, most);
        if (number.isEmpty()) {
            throw missing(name);
        }
        return number.getAsLong();
    }

    public OptionalLong wholeIfAny(String name, long least, long most) throws Mistake {
        var value = value(name);
        if (value == null) {
            return OptionalLong.empty();
        }
        if (value instanceof Json.Num(var text)) {
            try {
                long number = Long.parseLong(text);
                if (number >= least && number <= most) {
                    return OptionalLong.of(number);
                }
            } catch (NumberFormatException _) {
                // A fraction, an exponent, or more digits than a long has: the mistake below says what would do.
            }
        }
        throw new Mistake("field `" + name + "` must be a whole number from " + least
                + (most == Long.MAX_VALUE ? "" : " to " + most));
    }

    public Json any(String name) throws Mistake {
        return require(name, value(name));
    }

    public Json.Obj object(String name) throws Mistake {
        return require(name, objectOrNull(name));
    }

    public Json.@Nullable Obj objectOrNull(String name) throws Mistake {
        var value = value(name);
        if (value == null || value instanceof Json.Obj) {
            return (Json.Obj) value;
        }
        throw new Mistake("field `" + name + "` must be an object");
    }

    public List<Json> list(String name) throws Mistake {
        return switch (require(name, value(name))) {
            case Json.Arr(var items) -> items;
            default -> throw new Mistake("field `" + name + "` must be an array");
        };
    }

    /// False when absent.
    public boolean truth(String name) throws Mistake {
        return Boolean.TRUE.equals(truthOrNull(name));
    }

    public @Nullable Boolean truthOrNull(String name) throws Mistake {
        return switch (value(name)) {
            case null -> null;
            case Json.Bool truth -> truth == Json.Bool.TRUE;
            default -> throw new Mistake("field `" + name + "` must be true or false");
        };
    }

    /// Empty when absent.
    public List<Json.Obj> objects(String name) throws Mistake {
        if (value(name) == null) {
            return List.of();
        }
        var objects = new ArrayList<Json.Obj>();
        for (var item : list(name)) {
            if (!(item instanceof Json.Obj object)) {
                throw new Mistake("field `" + name + "` must be an array of objects");
            }
            objects.add(object);
        }
        return objects;
    }

    /// Empty when absent.
    public List<String> texts(String name) throws Mistake {
        var texts = textsOrNull(name);
        return texts == null ? List.of() : texts;
    }

    /// For where none is something else than an empty list.
    public @Nullable List<String> textsOrNull(String name) throws Mistake {
        if (value(name) == null) {
            return null;
        }
        var texts = new ArrayList<String>();
        for (var item : list(name)) {
            if (!(item instanceof Json.Str(var text))) {
                throw new Mistake("field `" + name + "` must be an array of strings");
            }
            texts.add(text);
        }
        return texts;
    }

    private @Nullable Json value(String name) {
        var value = object.fields().get(name);
        return value == Json.Null.NULL ? null : value;
    }

    private static <T> T require(String name, @Nullable T value) throws Mistake {
        if (value == null) {
            throw missing(name);
        }
        return value;
    }

    private static Mistake missing(String name) {
        return new Mistake("field `" + name + "` is missing");
    }
}
