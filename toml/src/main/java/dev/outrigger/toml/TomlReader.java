package dev.outrigger.toml;

import dev.outrigger.system.ReaderRisk;
import dev.outrigger.wire.Json;
import io.github.wasabithumb.jtoml.except.TomlException;
import io.github.wasabithumb.jtoml.except.parse.TomlLocalParseException;
import io.github.wasabithumb.jtoml.io.TableReader;
import io.github.wasabithumb.jtoml.io.source.BufferedCharSource;
import io.github.wasabithumb.jtoml.io.source.StringCharSource;
import io.github.wasabithumb.jtoml.option.JTomlOptions;
import io.github.wasabithumb.jtoml.value.TomlValue;
import io.github.wasabithumb.jtoml.value.array.TomlArray;
import io.github.wasabithumb.jtoml.value.primitive.TomlPrimitive;
import io.github.wasabithumb.jtoml.value.table.TomlTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;

/// From TOML to [Json]. Dates become texts.
public final class TomlReader {
    private static final int MAX_DEPTH = 64;
    private static final int LONGEST_REASON = 200;
    /// A shorter one has neither too many keys nor too many dots.
    private static final int LONGEST_HARMLESS = TomlGuard.MOST_DOTS_IN_A_LINE;

    private TomlReader() {}

    public static Json.Obj parse(String text) throws TomlProblem {
        if (text.length() > LONGEST_HARMLESS) {
            TomlGuard.check(text);
        }
        var plain = PlainToml.parse(text);
        return plain == null ? whole(text) : plain;
    }

    /// All of the language.
    static Json.Obj whole(String text) throws TomlProblem {
        TomlGuard.check(text);
        try {
            var options = JTomlOptions.defaults();
            var source = new BufferedCharSource(new StringCharSource(text));
            return table(new TableReader(source, options).readTable(), 0);
        } catch (TomlLocalParseException e) {
            throw malformed(e.getLineNumber() + 1, String.valueOf(e.getRawMessage()), e);
        } catch (TomlException e) {
            throw malformed(0, String.valueOf(e.getMessage()), e);
        } catch (TooDeep | StackOverflowError e) {
            throw malformed(0, "nested deeper than " + MAX_DEPTH, e);
        }
    }

    private static TomlProblem malformed(int line, String what, Throwable cause) {
        return new TomlProblem(line, "no TOML: " + plain(what), cause);
    }

    /// The reader quotes what it met, which may be anything.
    private static String plain(String words) {
        return ReaderRisk.masked(words.substring(0, Math.min(words.length(), LONGEST_REASON)));
    }

    private static Json.Obj table(TomlTable table, int depth) throws TooDeep {
        if (depth > MAX_DEPTH) {
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
        return value.isArray() ? array(value.asArray(), depth) : primitive(value.asPrimitive());
    }

    private static Json array(TomlArray array, int depth) throws TooDeep {
        if (depth > MAX_DEPTH) {
            throw new TooDeep();
        }
        var items = new ArrayList<Json>(array.size());
        for (int i = 0; i < array.size(); i++) {
            items.add(value(array.get(i), depth + 1));
        }
        return new Json.Arr(items);
    }

    private static Json primitive(TomlPrimitive primitive) {
        if (primitive.isBoolean()) {
            return Json.of(primitive.asBoolean());
        }
        if (primitive.isInteger()) {
            return Json.of(primitive.asLong());
        }
        if (primitive.isFloat()) {
            double number = primitive.asDouble();
            // JSON has no infinity: a text, which no key that wants a number accepts.
            return Double.isFinite(number) ? new Json.Num(Double.toString(number)) : Json.of(Double.toString(number));
        }
        return Json.of(primitive.asString());
    }

    private static final class TooDeep extends Exception {}
}
