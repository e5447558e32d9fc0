package dev.outrigger.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.schema.Schema.Verdict;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class QuickSchemaTest {
    private static final List<String> TYPES =
            List.of("object", "array", "string", "boolean", "null", "number", "integer", "nonsense");
    private static final List<String> NAMES = List.of("a", "b", "c");
    private static final List<Json> LEAVES = List.of(
            Json.of(""),
            Json.of("word"),
            Json.of("𝄞𝄞"),
            Json.of(7),
            new Json.Num("-0"),
            new Json.Num("1.0"),
            new Json.Num("2.5"),
            new Json.Num("1e3"),
            new Json.Num("123456789012345678901234567890"),
            Json.Bool.TRUE,
            Json.Null.NULL);

    @Test
    void neverTakesWhatTheLibraryDoesNot() {
        var random = new Random(20260525);
        int quick = 0;
        for (int i = 0; i < 20_000; i++) {
            var schema = (Json.Obj) schema(random, 3, true);
            var value = value(random, 3);
            if (QuickSchema.of(schema).filter(check -> check.fits(value)).isPresent()) {
                quick++;
                assertThat(Schema.of(schema).thorough(value, Duration.ofSeconds(30)))
                        .as("%s for %s", JsonText.text(schema), JsonText.text(value))
                        .isEqualTo(new Verdict.Fits());
            }
        }
        assertThat(quick).isGreaterThan(2000);
    }

    @Test
    void knowsTheUsualSchemaByItself() throws Exception {
        var schema = JsonText.parse("""
                {"type": "object", "required": ["query"], "additionalProperties": false, "properties": {
                "query": {"type": "string", "minLength": 1, "maxLength": 200, "description": "what to look for"},
                "tags": {"type": "array", "items": {"type": "string"}}, "limit": {"type": "integer"}}}""");
        var quick = QuickSchema.of(schema).orElseThrow();
        assertThat(quick.fits(JsonText.parse("{\"query\": \"pi\", \"tags\": [\"x\"], \"limit\": 3}")))
                .isTrue();
        assertThat(quick.fits(JsonText.parse("{\"query\": \"\"}"))).isFalse();
    }

    private static Json schema(Random random, int depth, boolean object) {
        if (!object && random.nextInt(10) == 0) {
            return Json.of(random.nextBoolean());
        }
        var keywords = new LinkedHashMap<String, Json>();
        for (int i = random.nextInt(4); i > 0; i--) {
            switch (random.nextInt(8)) {
                case 0 -> keywords.put("type", Json.of(TYPES.get(random.nextInt(TYPES.size()))));
                case 1 -> keywords.put("required", Json.texts(List.of(NAMES.get(random.nextInt(NAMES.size())))));
                case 2 -> keywords.put("minLength", Json.of(random.nextInt(4)));
                case 3 -> keywords.put("maxLength", Json.of(random.nextInt(4)));
                case 4 -> keywords.put("additionalProperties", Json.of(random.nextBoolean()));
                case 5 -> keywords.put("description", Json.of("words"));
                case 6 -> {
                    if (depth > 0) {
                        keywords.put("items", schema(random, depth - 1, false));
                    }
                }
                default -> {
                    if (depth > 0) {
                        var properties = new LinkedHashMap<String, Json>();
                        for (var name : NAMES) {
                            if (random.nextBoolean()) {
                                properties.put(name, schema(random, depth - 1, false));
                            }
                        }
                        keywords.put("properties", new Json.Obj(properties));
                    }
                }
            }
        }
        return new Json.Obj(keywords);
    }

    private static Json value(Random random, int depth) {
        int kind = depth == 0 ? 0 : random.nextInt(3);
        if (kind == 0) {
            return LEAVES.get(random.nextInt(LEAVES.size()));
        }
        if (kind == 1) {
            var items = new ArrayList<Json>();
            for (int i = random.nextInt(3); i > 0; i--) {
                items.add(value(random, depth - 1));
            }
            return new Json.Arr(items);
        }
        var fields = new LinkedHashMap<String, Json>();
        for (var name : NAMES) {
            if (random.nextBoolean()) {
                fields.put(name, value(random, depth - 1));
            }
        }
        return new Json.Obj(fields);
    }
}
