package dev.outrigger.terminal;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;

/// JSON for people: indented by two, and coloured.
final class JsonStyle {
    private final boolean colour;
    private final StringBuilder out = new StringBuilder();

    private JsonStyle(boolean colour) {
        this.colour = colour;
    }

    /// What is no JSON is shown as it came.
    static String render(String text, StreamLook look) {
        if (text.isBlank()) {
            return Printer.harmless(text, look);
        }
        try {
            var drawing = new JsonStyle(look.colour());
            drawing.value(JsonText.parse(text.strip()), 0);
            return drawing.out.append('\n').toString();
        } catch (MalformedJson _) {
            // the plugin said it was JSON; the user still wants to see it
            return Printer.harmless(text, look);
        }
    }

    /// A string of JSON with every character escaped that a terminal would obey or not draw, also those which JSON
    /// allows.
    static String quoted(String text) {
        var quoted = new StringBuilder(text.length() + 16).append('"');
        for (int at = 0; at < text.length(); ) {
            int c = text.codePointAt(at);
            int next = at + Character.charCount(c);
            switch (c) {
                case '"', '\\' -> quoted.append('\\').append((char) c);
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                case '\r' -> quoted.append("\\r");
                default -> {
                    if (VisibleText.drawn(c)) {
                        quoted.append(text, at, next);
                    } else {
                        VisibleText.escape(quoted, text, at, next);
                    }
                }
            }
            at = next;
        }
        return quoted.append('"').toString();
    }

    /// JSON that is text already: what a terminal would obey can only stand inside its strings.
    static String visible(String json) {
        for (int at = 0; at < json.length(); at += Character.charCount(json.codePointAt(at))) {
            if (!TerminalEscapes.harmless(json.codePointAt(at))) {
                return VisibleText.json(json);
            }
        }
        return json;
    }

    private void value(Json value, int depth) {
        switch (value) {
            case Json.Obj(var fields) -> {
                int count = 0;
                for (var field : fields.entrySet()) {
                    out.append(count++ == 0 ? "{" : ",");
                    newLine(depth + 1);
                    coloured(quoted(field.getKey()), "34");
                    out.append(": ");
                    value(field.getValue(), depth + 1);
                }
                close(count, depth, "{}");
            }
            case Json.Arr(var items) -> {
                int count = 0;
                for (var item : items) {
                    out.append(count++ == 0 ? "[" : ",");
                    newLine(depth + 1);
                    value(item, depth + 1);
                }
                close(count, depth, "[]");
            }
            case Json.Str(var text) -> coloured(quoted(text), "32");
            case Json.Num(var text) -> coloured(text, "33");
            case Json.Bool truth -> coloured(truth == Json.Bool.TRUE ? "true" : "false", "35");
            case Json.Null _ -> coloured("null", "35");
            case Json.Deferred deferred -> throw new IllegalStateException("no reader makes " + deferred);
        }
    }

    private void close(int count, int depth, String brackets) {
        if (count == 0) {
            out.append(brackets);
        } else {
            newLine(depth);
            out.append(brackets.charAt(1));
        }
    }

    private void newLine(int depth) {
        out.append('\n').append(" ".repeat(2 * depth));
    }

    private void coloured(String text, String style) {
        if (colour) {
            out.append("\u001b[").append(style).append('m').append(text).append("\u001b[0m");
        } else {
            out.append(text);
        }
    }
}
