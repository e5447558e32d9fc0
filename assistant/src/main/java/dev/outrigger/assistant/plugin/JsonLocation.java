package dev.outrigger.assistant.plugin;

import java.nio.charset.StandardCharsets;
import java.util.List;

/// Finds the line of a value in a JSON text that is well-formed.
final class JsonLocation {
    private final byte[] text;
    private int at;

    private JsonLocation(byte[] text) {
        this.text = text;
    }

    /// From 1. Where the path leads to nothing, the line of what it leads to before that.
    static int line(byte[] text, List<String> path) {
        var place = new JsonLocation(text);
        place.space();
        for (var step : path) {
            int here = place.at;
            if (!place.enter(step)) {
                place.at = here;
                break;
            }
        }
        int line = 1;
        for (int i = 0; i < place.at; i++) {
            line += text[i] == '\n' ? 1 : 0;
        }
        return line;
    }

    private boolean enter(String step) {
        boolean object = text[at] == '{';
        if (!object && text[at] != '[') {
            return false;
        }
        at++;
        for (int index = 0; more(); index++) {
            var name = Integer.toString(index);
            if (object) {
                name = string();
                space();
                at++;
                space();
            }
            if (name.equals(step)) {
                return true;
            }
            skip();
        }
        return false;
    }

    /// Whether another member follows; stands at it then.
    private boolean more() {
        space();
        if (text[at] == ',') {
            at++;
            space();
        }
        return text[at] != ']' && text[at] != '}';
    }

    private void space() {
        while (at < text.length && text[at] <= ' ') {
            at++;
        }
    }

    /// Without a look at escapes: a name that has some is not found, and the place is that of what is around it.
    private String string() {
        int from = at + 1;
        for (at = from; text[at] != '"'; at++) {
            at += text[at] == '\\' ? 1 : 0;
        }
        at++;
        return new String(text, from, at - 1 - from, StandardCharsets.UTF_8);
    }

    private void skip() {
        int depth = 0;
        do {
            switch (text[at]) {
                case '"' -> {
                    var _ = string();
                    continue;
                }
                case '{', '[' -> depth++;
                case '}', ']' -> depth--;
                default -> {}
            }
            at++;
        } while (depth > 0 || (text[at] != ',' && text[at] != '}' && text[at] != ']'));
    }
}
