package dev.outrigger.kaged.store;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import io.github.wasabithumb.jtoml.except.TomlException;
import io.github.wasabithumb.jtoml.except.parse.TomlLocalParseException;
import io.github.wasabithumb.jtoml.io.TableReader;
import io.github.wasabithumb.jtoml.io.source.BufferedCharSource;
import io.github.wasabithumb.jtoml.io.source.StringCharSource;
import io.github.wasabithumb.jtoml.option.JTomlOptions;
import io.github.wasabithumb.jtoml.value.TomlValue;
import io.github.wasabithumb.jtoml.value.primitive.TomlPrimitive;
import io.github.wasabithumb.jtoml.value.table.TomlTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;

/// Between TOML and [Json]. Dates become texts.
final class TomlJson {
    /// The reader's time grows with the square of both, and worse with the second: ten kilobytes of dots are half a
    /// minute.
    private static final int MOST_KEYS = 4_000;

    private static final int MOST_DOTS_IN_A_LINE = 2_000;
    private static final int MOST_DEPTH = 64;

    private TomlJson() {}

    static Json.Obj parse(String where, String text) throws StoreProblem {
        refuseEndless(where, text);
        try {
            var source = new BufferedCharSource(new StringCharSource(text));
            return table(new TableReader(source, JTomlOptions.defaults()).readTable(), 0);
        } catch (TomlLocalParseException e) {
            throw noToml(where + ":" + (e.getLineNumber() + 1), String.valueOf(e.getRawMessage()));
        } catch (TomlException e) {
            throw noToml(where, String.valueOf(e.getMessage()));
        } catch (TooDeep | StackOverflowError _) {
            throw noToml(where, "nested deeper than " + MOST_DEPTH);
        }
    }

    /// Counted without looking at what they belong to, so some too many; honest files have far fewer.
    private static void refuseEndless(String where, String text) throws StoreProblem {
        int keys = 0;
        int dots = 0;
        int line = 1;
        for (int i = 0; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case '=', '[' -> keys++;
                case '.' -> dots++;
                case '\n' -> {
                    line++;
                    dots = 0;
                }
                default -> {}
            }
            if (keys > MOST_KEYS) {
                throw new StoreProblem(where + ": more than " + MOST_KEYS + " keys and lists: make it smaller");
            }
            if (dots > MOST_DOTS_IN_A_LINE) {
                throw new StoreProblem(
                        where + ":" + line + ": more than " + MOST_DOTS_IN_A_LINE + " dots in a line: make it shorter");
            }
        }
    }

    private static StoreProblem noToml(String where, String what) {
        return new StoreProblem(where + ": no TOML: " + what.replaceAll("\\p{Cc}", "?") + ": mend the file");
    }

    private static Json.Obj table(TomlTable table, int depth) throws TooDeep {
        if (depth > MOST_DEPTH) {
            throw new TooDeep();
        }
        var fields = new LinkedHashMap<String, Json>();
        for (var key : table.keys(false)) {
            var value = table.get(key);
            if (value != null) {
                fields.put(key.get(0), value(value, depth + 1));
            }
        }
        return new Json.Obj(fields);
    }

    private static Json value(TomlValue value, int depth) throws TooDeep {
        if (value.isTable()) {
            return table(value.asTable(), depth);
        }
        if (!value.isArray()) {
            return primitive(value.asPrimitive());
        }
        if (depth > MOST_DEPTH) {
            throw new TooDeep();
        }
        var items = new ArrayList<Json>();
        for (int i = 0; i < value.asArray().size(); i++) {
            items.add(value(value.asArray().get(i), depth + 1));
        }
        return new Json.Arr(items);
    }

    private static final class TooDeep extends Exception {}

    private static Json primitive(TomlPrimitive primitive) {
        if (primitive.isBoolean()) {
            return Json.of(primitive.asBoolean());
        }
        if (primitive.isInteger()) {
            return Json.of(primitive.asLong());
        }
        if (primitive.isFloat() && Double.isFinite(primitive.asDouble())) {
            return new Json.Num(Double.toString(primitive.asDouble()));
        }
        return Json.of(primitive.asString());
    }

    /// The value as it is after it was written and read: numbers lose the form they came in.
    static Json.Obj normal(Json.Obj value) throws StoreProblem {
        return parse("", "value = " + inline(value)).get("value").orElse(Json.EMPTY) instanceof Json.Obj normal
                ? normal
                : Json.EMPTY;
    }

    /// On one line, as the right side of a `=`.
    static String inline(Json value) throws StoreProblem {
        return switch (value) {
            case Json.Obj(var fields) -> {
                var parts = new ArrayList<String>();
                for (var field : fields.entrySet()) {
                    parts.add(key(field.getKey()) + " = " + inline(field.getValue()));
                }
                yield parts.isEmpty() ? "{}" : "{ " + String.join(", ", parts) + " }";
            }
            case Json.Arr(var items) -> {
                var parts = new ArrayList<String>();
                for (var item : items) {
                    parts.add(inline(item));
                }
                yield "[" + String.join(", ", parts) + "]";
            }
            // TOML's escapes are JSON's, but for one character more that must be escaped.
            case Json.Str text -> JsonText.text(text).replace("\u007f", "\\u007f");
            case Json.Num(var number) -> number;
            case Json.Bool truth -> truth == Json.Bool.TRUE ? "true" : "false";
            case Json.Null _, Json.Deferred _ -> throw new StoreProblem("TOML has no null: leave the field out");
        };
    }

    private static String key(String name) throws StoreProblem {
        return name.matches("[A-Za-z0-9_-]+") ? name : inline(Json.of(name));
    }
}
