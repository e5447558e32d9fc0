package dev.outrigger.wire;

import com.fasterxml.jackson.core.ErrorReportConfiguration;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/// Between bytes and [Json], strictly: one value and nothing behind it, well-formed UTF-8, no key twice, no half
/// characters,
/// no deeper than [#MAX_DEPTH].
public final class JsonText {
    public static final int MAX_DEPTH = 128;

    private static final int SHOWN = 40;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build())
            .errorReportConfiguration(ErrorReportConfiguration.builder()
                    .maxErrorTokenLength(SHOWN)
                    .build())
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
            .build();

    private JsonText() {}

    public static Json parse(String text) throws MalformedJson {
        return parse(text.getBytes(StandardCharsets.UTF_8));
    }

    public static Json parse(byte[] bytes) throws MalformedJson {
        return parse(bytes, 0, bytes.length);
    }

    public static Json parse(byte[] bytes, int from, int to) throws MalformedJson {
        Utf8.check(bytes, from, to);
        if (to - from >= 3 && bytes[from] == (byte) 0xEF && bytes[from + 1] == (byte) 0xBB) {
            throw new MalformedJson("byte order mark at byte 0");
        }
        try (var parser = FACTORY.createParser(bytes, from, to - from)) {
            if (parser.nextToken() == null) {
                throw new MalformedJson("nothing there");
            }
            var value = value(parser);
            if (parser.nextToken() != null) {
                throw new MalformedJson("something behind the value at byte "
                        + (parser.currentTokenLocation().getByteOffset() - from));
            }
            return value;
        } catch (StreamConstraintsException e) {
            throw new MalformedJson("nested deeper than " + MAX_DEPTH);
        } catch (JacksonException e) {
            throw new MalformedJson(withoutAdvice(e.getOriginalMessage()) + " at byte "
                    + Math.max(0, e.getLocation().getByteOffset() - from));
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory", e);
        }
    }

    private static Json value(JsonParser parser) throws IOException, MalformedJson {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> {
                var items = new ArrayList<Json>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    items.add(value(parser));
                }
                yield new Json.Arr(items);
            }
            case VALUE_STRING -> new Json.Str(parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Json.Num(parser.getText());
            case VALUE_TRUE -> Json.Bool.TRUE;
            case VALUE_FALSE -> Json.Bool.FALSE;
            case VALUE_NULL -> Json.Null.NULL;
            case END_OBJECT, END_ARRAY, FIELD_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
                throw new IllegalStateException("no value starts with " + parser.currentToken());
        };
    }

    private static Json.Obj object(JsonParser parser) throws IOException, MalformedJson {
        var fields = new LinkedHashMap<String, Json>();
        for (var name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            if (fields.put(name, value(parser)) != null) {
                throw new MalformedJson("key " + shortened(name) + " twice");
            }
        }
        return new Json.Obj(fields);
    }

    /// The peer chose the key: it may be as long as a line may be, and hold newlines.
    private static String shortened(String name) {
        boolean fits = name.length() <= SHOWN;
        return text(Json.of(fits ? name : name.substring(0, name.offsetByCodePoints(0, SHOWN / 2)) + "…"));
    }

    /// The parser's message, less what is meant for its programmer.
    private static String withoutAdvice(String message) {
        for (var advice : new String[] {": enable `", ": maybe a ", " (start marker at [", " (for "}) {
            int at = message.indexOf(advice);
            if (at >= 0) {
                return message.substring(0, at);
            }
        }
        return message;
    }

    /// One line, no newline in it or behind it.
    public static void write(Json value, OutputStream out) throws IOException {
        try (var generator = FACTORY.createGenerator(out)) {
            write(value, generator, out);
        }
    }

    /// Writes one value after the other to the same stream, for less than [#write] costs each time. Of no use any more
    /// after it has thrown.
    static final class Writer {
        private final OutputStream out;
        private final JsonGenerator generator;

        Writer(OutputStream out) {
            this.out = out;
            try {
                generator = FACTORY.createGenerator(out);
            } catch (IOException e) {
                throw new UncheckedIOException("nothing was written yet", e);
            }
            generator.setRootValueSeparator(null);
        }

        void write(Json value) throws IOException {
            JsonText.write(value, generator, out);
            generator.flush();
        }
    }

    public static byte[] bytes(Json value) {
        var out = new ByteArrayOutputStream();
        try {
            write(value, out);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return out.toByteArray();
    }

    public static String text(Json value) {
        return new String(bytes(value), StandardCharsets.UTF_8);
    }

    /// Indented by two, for people.
    public static String pretty(Json value) {
        var out = new ByteArrayOutputStream();
        var indenter = new DefaultIndenter("  ", "\n");
        try (var generator = FACTORY.createGenerator(out)) {
            generator.setPrettyPrinter(
                    new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter));
            write(value, generator, out);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static void write(Json value, JsonGenerator generator, OutputStream out) throws IOException {
        switch (value) {
            case Json.Obj(Map<String, Json> fields) -> {
                generator.writeStartObject();
                for (var field : fields.entrySet()) {
                    generator.writeFieldName(field.getKey());
                    write(field.getValue(), generator, out);
                }
                generator.writeEndObject();
            }
            case Json.Arr(var items) -> {
                generator.writeStartArray();
                for (var item : items) {
                    write(item, generator, out);
                }
                generator.writeEndArray();
            }
            case Json.Str(var text) -> generator.writeString(text);
            case Json.Num(var text) -> generator.writeNumber(text);
            case Json.Bool truth -> generator.writeBoolean(truth == Json.Bool.TRUE);
            case Json.Null _ -> generator.writeNull();
            case Json.Deferred deferred -> {
                generator.writeRawValue("");
                generator.flush();
                deferred.writeTo(out);
            }
        }
    }
}
