package dev.outrigger.serveweb.view;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.util.Iterator;

/// JSON on several lines, for people.
public final class PrettyJson {
    private PrettyJson() {}

    public static String of(Json value) {
        var text = new StringBuilder();
        write(value, 0, text);
        return text.toString();
    }

    private static void write(Json value, int depth, StringBuilder text) {
        switch (value) {
            case Json.Obj(var fields)
            when !fields.isEmpty() -> {
                text.append('{');
                for (var each = fields.entrySet().iterator(); each.hasNext(); ) {
                    var field = each.next();
                    line(depth + 1, text);
                    text.append(JsonText.text(Json.of(field.getKey()))).append(": ");
                    write(field.getValue(), depth + 1, text);
                    comma(each, text);
                }
                line(depth, text);
                text.append('}');
            }
            case Json.Arr(var items)
            when !items.isEmpty() -> {
                text.append('[');
                for (var each = items.iterator(); each.hasNext(); ) {
                    line(depth + 1, text);
                    write(each.next(), depth + 1, text);
                    comma(each, text);
                }
                line(depth, text);
                text.append(']');
            }
            default -> text.append(JsonText.text(value));
        }
    }

    private static void comma(Iterator<?> rest, StringBuilder text) {
        if (rest.hasNext()) {
            text.append(',');
        }
    }

    private static void line(int depth, StringBuilder text) {
        text.append('\n').append("  ".repeat(depth));
    }
}
