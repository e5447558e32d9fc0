package dev.outrigger.workspace.settings;

import dev.outrigger.wire.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One known key.
///
/// @param path dotted; a `*` stands for a name that the user chooses
/// @param standard the value when nobody sets one; null when there is then none
/// @param choices of a [Type#CHOICE]
/// @param scale for [Trust#TIGHTEN_ONLY]: the values, loosest first. An unset key counts as the second of them, so the
///     loosest always comes from the user. Empty: a workspace may set what is not set, and change nothing
/// @param secret whether the value is never shown to a plugin
record Key(
        String path,
        Type type,
        @Nullable Json standard,
        String doc,
        List<String> choices,
        long least,
        long most,
        Trust trust,
        List<String> scale,
        boolean secret) {

    static Key of(String path, Type type, String doc) {
        return new Key(
                path, type, null, doc, List.of(), Long.MIN_VALUE, Long.MAX_VALUE, Trust.ANYONE, List.of(), false);
    }

    static Key text(String path, String doc) {
        return of(path, Type.TEXT, doc);
    }

    static Key flag(String path, String doc) {
        return of(path, Type.FLAG, doc);
    }

    static Key choice(String path, String doc, String... choices) {
        return new Key(
                path,
                Type.CHOICE,
                null,
                doc,
                List.of(choices),
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                Trust.ANYONE,
                List.of(),
                false);
    }

    static Key whole(String path, long least, long most, String doc) {
        return new Key(path, Type.WHOLE_NUMBER, null, doc, List.of(), least, most, Trust.ANYONE, List.of(), false);
    }

    Key or(String value) {
        return or(Json.of(value));
    }

    Key or(Json value) {
        return new Key(path, type, value, doc, choices, least, most, trust, scale, secret);
    }

    Key userOnly() {
        return new Key(path, type, standard, doc, choices, least, most, Trust.USER_ONLY, scale, secret);
    }

    Key tightenOnly(String... loosestFirst) {
        return new Key(
                path, type, standard, doc, choices, least, most, Trust.TIGHTEN_ONLY, List.of(loosestFirst), secret);
    }

    Key hidden() {
        return new Key(path, type, standard, doc, choices, least, most, trust, scale, true);
    }

    /// The place of a value on the scale; of one that is not on it, before the loosest.
    int strictness(@Nullable Json value) {
        return value == null ? 1 : scale.indexOf(word(value));
    }

    /// A value of a scale as one word. Not `equals`: that of records is made at run time, at 15 ms for the first.
    static String word(Json value) {
        if (value instanceof Json.Str(var text)) {
            return text;
        }
        return value == Json.Bool.TRUE ? "true" : value == Json.Bool.FALSE ? "false" : "";
    }

    /// Whether the value is what the key wants.
    boolean accepts(Json value) {
        return switch (type) {
            case TEXT -> value instanceof Json.Str;
            case CHOICE -> value instanceof Json.Str(var text) && choices.contains(text);
            case FLAG -> value instanceof Json.Bool;
            case NUMBER -> value instanceof Json.Num;
            case WHOLE_NUMBER -> value instanceof Json.Num(var digits) && inRange(digits);
            case OPEN -> value instanceof Json.Obj;
            case TEXTS -> {
                if (!(value instanceof Json.Arr(var items))) {
                    yield false;
                }
                for (var item : items) {
                    if (!(item instanceof Json.Str)) {
                        yield false;
                    }
                }
                yield true;
            }
        };
    }

    private boolean inRange(String digits) {
        try {
            long number = Long.parseLong(digits);
            return least <= number && number <= most;
        } catch (NumberFormatException _) {
            return false;
        }
    }

    /// What it wants, in words.
    String wants() {
        return switch (type) {
            case CHOICE -> "one of " + String.join(", ", choices);
            case WHOLE_NUMBER ->
                least == Long.MIN_VALUE ? type.words() : type.words() + " from " + least + " to " + most;
            default -> type.words();
        };
    }
}
