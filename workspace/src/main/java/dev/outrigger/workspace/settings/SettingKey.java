package dev.outrigger.workspace.settings;

import dev.outrigger.wire.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One known key. However it is made, it says whether it may come with a workspace.
///
/// @param path dotted; a `*` stands for a name that the user chooses
/// @param standard the value when nobody sets one; null when there is then none
/// @param choices of a [ValueType#CHOICE]
/// @param secret whether the value is never shown to a plugin
record SettingKey(
        String path,
        ValueType type,
        WorkspaceKeyRule fromWorkspace,
        @Nullable Json standard,
        String doc,
        List<String> choices,
        long least,
        long most,
        boolean secret) {

    private static SettingKey of(String path, ValueType type, WorkspaceKeyRule from, String doc) {
        return new SettingKey(path, type, from, null, doc, List.of(), Long.MIN_VALUE, Long.MAX_VALUE, false);
    }

    static SettingKey text(String path, WorkspaceKeyRule from, String doc) {
        return of(path, ValueType.TEXT, from, doc);
    }

    static SettingKey texts(String path, WorkspaceKeyRule from, String doc) {
        return of(path, ValueType.TEXTS, from, doc);
    }

    static SettingKey flag(String path, WorkspaceKeyRule from, String doc) {
        return of(path, ValueType.FLAG, from, doc);
    }

    static SettingKey number(String path, WorkspaceKeyRule from, String doc) {
        return of(path, ValueType.NUMBER, from, doc);
    }

    static SettingKey whole(String path, WorkspaceKeyRule from, long least, long most, String doc) {
        return new SettingKey(path, ValueType.WHOLE_NUMBER, from, null, doc, List.of(), least, most, false);
    }

    static SettingKey choice(String path, WorkspaceKeyRule from, String doc, String... choices) {
        return new SettingKey(
                path, ValueType.CHOICE, from, null, doc, List.of(choices), Long.MIN_VALUE, Long.MAX_VALUE, false);
    }

    /// A table that is handed on to somebody else. What it does there jp cannot know, so it is the user's alone.
    static SettingKey open(String path, String doc) {
        return of(path, ValueType.OPEN, WorkspaceKeyRule.NO, doc);
    }

    SettingKey or(String value) {
        return or(Json.of(value));
    }

    SettingKey or(Json value) {
        return new SettingKey(path, type, fromWorkspace, value, doc, choices, least, most, secret);
    }

    SettingKey hidden() {
        return new SettingKey(path, type, fromWorkspace, standard, doc, choices, least, most, true);
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
