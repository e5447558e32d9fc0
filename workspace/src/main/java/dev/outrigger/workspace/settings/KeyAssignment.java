package dev.outrigger.workspace.settings;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.workspace.WorkspaceProblem;
import java.util.List;
import java.util.Locale;

/// One key with one value, as a person types it: `key=value`, where the key knows what kind of value it wants, or
/// `key:=json`.
record KeyAssignment(List<String> path, Json value) {
    private static final String PREFIX = "JP_CFG_";

    static KeyAssignment parse(String text) throws WorkspaceProblem {
        int equals = text.indexOf('=');
        if (equals <= 0) {
            throw new WorkspaceProblem("--cfg " + text + " sets nothing", "write key=value, key:=json or @file");
        }
        if (text.charAt(equals - 1) == ':') {
            var path = KeyPath.parse(text.substring(0, equals - 1));
            return new KeyAssignment(path, json(path, text.substring(equals + 1)));
        }
        var path = KeyPath.parse(text.substring(0, equals));
        return new KeyAssignment(path, typed(path, text.substring(equals + 1)));
    }

    static boolean isVariable(String name) {
        return name.startsWith(PREFIX);
    }

    /// `JP_CFG_ASSISTANT__MODEL__ID__NAME`: two underscores for a dot, capitals for small letters.
    static KeyAssignment fromEnvironment(String variable, String text) throws WorkspaceProblem {
        var key = variable.substring(PREFIX.length());
        if (!key.equals(key.toUpperCase(Locale.ROOT))) {
            throw new WorkspaceProblem(variable + " has small letters", "write " + variable.toUpperCase(Locale.ROOT));
        }
        var path = KeyPath.parse(key.toLowerCase(Locale.ROOT).replace("__", "."));
        return new KeyAssignment(path, typed(path, text));
    }

    /// A tree with only this in it.
    Json.Obj tree() {
        return KeyPath.only(path, value);
    }

    private static Json json(List<String> path, String text) throws WorkspaceProblem {
        try {
            return JsonText.parse(text);
        } catch (MalformedJson e) {
            throw new WorkspaceProblem(
                    KeyPath.text(path) + ": no JSON: " + e.getMessage(), "write key=value for a plain text", e);
        }
    }

    /// A text read as what the key wants. What cannot be read so stays a text, and [LayerMerge] says what was
    /// wanted.
    static Json typed(List<String> path, String text) throws WorkspaceProblem {
        var key = KeyTree.find(path);
        if (key == null) {
            return Json.of(text);
        }
        return switch (key.type()) {
            case TEXT, CHOICE -> Json.of(text);
            case FLAG, WHOLE_NUMBER, NUMBER, OPEN -> jsonOrText(text);
            case TEXTS -> text.startsWith("[") ? json(path, text) : Json.texts(List.of(text));
        };
    }

    private static Json jsonOrText(String text) {
        try {
            return JsonText.parse(text);
        } catch (MalformedJson _) {
            return Json.of(text);
        }
    }
}
