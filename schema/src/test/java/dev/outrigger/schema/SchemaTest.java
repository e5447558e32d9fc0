package dev.outrigger.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.schema.Schema.Verdict;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class SchemaTest {
    private static Verdict check(String schema, String value) throws MalformedJson {
        return Schema.of((Json.Obj) JsonText.parse(schema)).check(JsonText.parse(value), Duration.ofSeconds(30));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{\"type\":\"object\"} | {}",
                "{\"type\":[\"string\",\"null\"]} | null",
                "{\"type\":\"integer\"} | 1.0",
                "{\"type\":\"number\"} | 3",
                "{\"enum\":[1,{\"a\":[1,2],\"b\":null}]} | {\"b\":null,\"a\":[1.0,2]}",
                "{\"enum\":[1e2]} | 100",
                "{\"patternProperties\":{\"^x\":{\"type\":\"string\"}},\"additionalProperties\":false} | {\"x1\":\"a\"}",
                "{\"$defs\":{\"a\":{\"type\":\"string\"}},\"properties\":{\"b\":{\"$ref\":\"#/$defs/a\"}}} | {\"b\":\"\"}",
                "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\"} | {}",
                "{\"$schema\":\"https://example.org/mine\"} | {}",
                "{\"x-unknown\":7} | {}",
                "{\"properties\":{\"tree\":{\"$ref\":\"#\"}}} | {\"tree\":{\"tree\":{}}}",
            })
    void takesWhatFits(String schema, String value) throws MalformedJson {
        assertThat(check(schema, value)).isEqualTo(new Verdict.Fits());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{\"properties\":{\"port\":{\"type\":\"integer\"}}} | {\"port\":\"x\"} | port | expected integer, got string",
                "{\"properties\":{\"a\":{\"type\":[\"string\",\"null\"]}}} | {\"a\":1} | a | expected string or null, got integer",
                "{\"properties\":{\"a\":{\"enum\":[\"dark\",\"light\"]}}} | {\"a\":1} | a | expected one of \"dark\", \"light\"",
                "{\"required\":[\"q\"]} | {} | | `q` is missing",
                "{\"properties\":{\"a\":{}},\"additionalProperties\":false} | {\"b\":1} | b | is not expected here",
                "{\"properties\":{\"a\":{\"items\":{\"type\":\"string\"}}}} | {\"a\":[\"x\",1]} | a.1 | expected string, got integer",
                "{\"properties\":{\"a/b~\":{\"maximum\":10}}} | {\"a/b~\":11} | a/b~ | 11 is greater than 10",
                "{\"pattern\":\"^a$\"} | \"b\" | | does not match the pattern ^a$",
                "{\"patternProperties\":{\"^x\":{\"type\":\"string\"}}} | {\"x1\":1} | x1 | expected string, got integer",
                "{\"anyOf\":[{\"type\":\"string\"},{\"properties\":{\"a\":{\"type\":\"string\"}}}]} | {\"a\":1} | a | expected string, got integer",
            })
    void saysWhereAndWhatDoesNotFit(String schema, String value, String path, String what) throws MalformedJson {
        assertThat(check(schema, value))
                .isEqualTo(new Verdict.Misfit(path == null ? List.of() : List.of(path.split("\\.")), what));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{\"$ref\":\"#\"} | checking it goes deeper than can be followed",
                "{\"$defs\":{\"a\":{\"allOf\":[{\"$ref\":\"#/$defs/a\"},{\"$ref\":\"#/$defs/a\"}]}},\"$ref\":\"#/$defs/a\"} | checking it goes deeper than can be followed",
                "{\"$ref\":\"https://example.org/x\"} | it refers to something that is not in it",
                "{\"$ref\":\"file:///etc/passwd\"} | it refers to something that is not in it",
                "{\"$ref\":\"#/nowhere\"} | it refers to something that is not in it",
                "{\"type\":5} | there is no type 5",
                "{\"type\":\"strng\"} | there is no type strng",
                "{\"properties\":5} | `properties` must be an object",
                "{\"required\":\"a\"} | `required` must be an array",
                "{\"pattern\":\"(\"} | a pattern is wrong: ( (Unclosed group)",
                "{\"properties\":{\"a\":{\"maximum\":1e999999999}}} | a number is larger than can be compared",
            })
    void aBrokenOrHostileSchemaIsUnusableAndNothingElse(String schema, String why) throws MalformedJson {
        assertThat(check(schema, "{\"a\":5}")).isEqualTo(new Verdict.Unusable(why));
    }

    @ParameterizedTest
    @CsvSource({"^(([a-z])+.)+[A-Z]([a-z])+$, 5000", "^(a|a|aa)*b\\1$, 60"})
    void aPatternThatTakesForEverIsGivenUp(String pattern, int length) {
        for (var schema : List.of(
                Json.object().put("pattern", pattern).build(),
                Json.object()
                        .put(
                                "propertyNames",
                                Json.object().put("pattern", pattern).build())
                        .build(),
                Json.object()
                        .put(
                                "patternProperties",
                                Json.object().put(pattern, Json.EMPTY).build())
                        .build())) {
            var text = "a".repeat(length);
            var value = schema.get("pattern").isPresent()
                    ? Json.of(text)
                    : Json.object().put(text, 1).build();

            assertThat(Schema.of(schema).check(value, Duration.ofMillis(200)))
                    .isEqualTo(new Verdict.Unusable("checking takes more than 200 ms"));
        }
    }

    /// On a busy machine time passes without anything being done.
    @Test
    void whatIsCheckedInFewStepsIsNotGivenUpForBeingSlow() throws MalformedJson {
        var schema = (Json.Obj) JsonText.parse("{\"type\":\"object\",\"properties\":{\"a\":{\"pattern\":\"^b+$\"}}}");

        assertThat(Schema.of(schema).thorough(JsonText.parse("{\"a\":\"bbb\"}"), Duration.ZERO))
                .isInstanceOf(Verdict.Fits.class);
    }

    @Test
    void aSchemaThatDoublesAtEveryStepIsGivenUp() throws MalformedJson {
        var schema = new StringBuilder("{\"$ref\":\"#/$defs/d0\",\"$defs\":{");
        for (int i = 0; i < 60; i++) {
            schema.append("\"d%d\":{\"allOf\":[{\"$ref\":\"#/$defs/d%d\"},{\"$ref\":\"#/$defs/d%d\"}]},"
                    .formatted(i, i + 1, i + 1));
        }
        schema.append("\"d60\":{\"type\":\"object\"}}}");

        assertThat(Schema.of((Json.Obj) JsonText.parse(schema.toString())).check(Json.EMPTY, Duration.ofMillis(200)))
                .isEqualTo(new Verdict.Unusable("checking takes more than 200 ms"));
    }
}
