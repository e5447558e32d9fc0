package dev.outrigger.schema;

import dev.outrigger.fuzz.base.Target;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.time.Duration;
import java.util.List;

/// A stranger's JSON Schema, and a value for it: there is always a verdict, in time, and the quick way never
/// contradicts the thorough one.
public final class SchemaTarget implements Target {
    private static final Duration LIMIT = Duration.ofMillis(300);

    @Override
    public String name() {
        return "schema";
    }

    @Override
    public List<String> words() {
        return List.of(
                "\"type\":\"object\"",
                "\"type\":[",
                "\"integer\"",
                "\"properties\":{",
                "\"$ref\":\"#\"",
                "\"$ref\":\"#/$defs/a\"",
                "\"$defs\":{\"a\":",
                "\"$id\":\"x:y\"",
                "\"$anchor\":\"a\"",
                "\"$dynamicRef\":\"#a\"",
                "\"$dynamicAnchor\":\"a\"",
                "\"pattern\":\"(a+)+$\"",
                "\"patternProperties\":{",
                "\"allOf\":[",
                "\"anyOf\":[",
                "\"not\":",
                "\"if\":",
                "\"then\":",
                "\"items\":",
                "\"prefixItems\":[",
                "\"contains\":",
                "\"uniqueItems\":true",
                "\"multipleOf\":1e-400",
                "\"minimum\":1e400",
                "\"maxLength\":-1",
                "\"minItems\":1.5",
                "\"enum\":[",
                "\"const\":",
                "\"required\":[",
                "\"additionalProperties\":false",
                "\"unevaluatedProperties\":false",
                "\"format\":\"date\"",
                "\"$schema\":\"http://x\"",
                "\"value\":",
                "[[[");
    }

    @Override
    public int longest() {
        return 16 << 10;
    }

    @Override
    public int slowestMillis() {
        return 600;
    }

    /// What is checked until the time is up leaves much behind.
    @Override
    public long mostAllocated(int length) {
        return (1L << 30) + 1_000L * length;
    }

    @Override
    public String read(byte[] input) {
        try {
            if (!(JsonText.parse(input) instanceof Json.Obj both)
                    || !(both.fields().get("schema") instanceof Json.Obj schema)) {
                return "no schema";
            }
            var value = both.get("value").orElse(Json.EMPTY);
            var check = Schema.of(schema);
            var quick = check.check(value, LIMIT);
            return switch (quick) {
                case Schema.Verdict.Fits _ -> {
                    if (check.thorough(value, LIMIT) instanceof Schema.Verdict.Misfit) {
                        throw new Broken("it fits, and does not");
                    }
                    yield "fits";
                }
                case Schema.Verdict.Misfit(var _, var what) -> what;
                case Schema.Verdict.Unusable(var why) -> why;
            };
        } catch (MalformedJson e) {
            return e.what();
        }
    }
}
