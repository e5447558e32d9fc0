package dev.outrigger.toml;

import dev.outrigger.wire.Json;
import java.util.List;
import java.util.StringJoiner;

/// Values and keys as TOML writes them.
public final class TomlText {
    private TomlText() {}

    /// On one line, as the right side of a `=`.
    public static String value(Json value) throws TomlProblem {
        return switch (value) {
            case Json.Str(var text) -> quote(text);
            case Json.Num(var digits) -> digits;
            case Json.Bool truth -> truth == Json.Bool.TRUE ? "true" : "false";
            case Json.Arr(var items) -> {
                var joined = new StringJoiner(", ", "[", "]");
                for (var item : items) {
                    joined.add(value(item));
                }
                yield joined.toString();
            }
            case Json.Obj(var fields) -> {
                var joined = new StringJoiner(", ", "{ ", " }").setEmptyValue("{}");
                for (var field : fields.entrySet()) {
                    joined.add(name(field.getKey()) + " = " + value(field.getValue()));
                }
                yield joined.toString();
            }
            case Json.Null _, Json.Deferred _ -> throw new TomlProblem(0, "TOML has no null");
        };
    }

    public static String key(List<String> names) {
        var joined = new StringJoiner(".");
        for (var name : names) {
            joined.add(name(name));
        }
        return joined.toString();
    }

    private static String name(String name) {
        return isBare(name) ? name : quote(name);
    }

    /// Whether it may stand without quotes.
    public static boolean isBare(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-')) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    private static String quote(String text) {
        var quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                case '\r' -> quoted.append("\\r");
                default -> {
                    if (c < ' ' || c == 0x7F) {
                        quoted.append("\\u").append(Integer.toHexString(c | 0x10000), 1, 5);
                    } else {
                        quoted.append(c);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }

    /// The name inside a quoted key.
    public static String unquote(String quoted) {
        var inside = quoted.length() < 2 ? "" : quoted.substring(1, quoted.length() - 1);
        if (quoted.startsWith("'") || inside.indexOf('\\') < 0) {
            return inside;
        }
        var text = new StringBuilder();
        for (int i = 0; i < inside.length(); i++) {
            char c = inside.charAt(i);
            if (c != '\\' || i + 1 == inside.length()) {
                text.append(c);
                continue;
            }
            char escape = inside.charAt(++i);
            int digits = escape == 'u' ? 4 : escape == 'U' ? 8 : 0;
            if (digits > 0 && i + digits < inside.length()) {
                text.appendCodePoint(Integer.parseInt(inside, i + 1, i + 1 + digits, 16));
                i += digits;
            } else {
                int plain = "btnfr".indexOf(escape);
                text.append(plain < 0 ? escape : "\b\t\n\f\r".charAt(plain));
            }
        }
        return text.toString();
    }
}
