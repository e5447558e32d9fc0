package dev.outrigger.jp.front;

import dev.outrigger.terminal.VisibleText;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;

/// JSON for people to edit: a field per line, indented by two; what could not be seen is escaped.
final class PrettyJson {
    private PrettyJson() {}

    static String text(Json value) {
        var out = new StringBuilder();
        write(value, 0, out);
        return VisibleText.json(out.append('\n').toString());
    }

    private static void write(Json value, int depth, StringBuilder out) {
        switch (value) {
            case Json.Obj(var fields)
            when !fields.isEmpty() -> {
                var before = "{";
                for (var field : fields.entrySet()) {
                    line(out.append(before), depth + 1).append(JsonText.text(Json.of(field.getKey())));
                    write(field.getValue(), depth + 1, out.append(": "));
                    before = ",";
                }
                line(out, depth).append('}');
            }
            case Json.Arr(var items)
            when !items.isEmpty() -> {
                var before = "[";
                for (var item : items) {
                    write(item, depth + 1, line(out.append(before), depth + 1));
                    before = ",";
                }
                line(out, depth).append(']');
            }
            default -> out.append(JsonText.text(value));
        }
    }

    private static StringBuilder line(StringBuilder out, int depth) {
        return out.append('\n').append("  ".repeat(depth));
    }
}
