package dev.outrigger.assistant;

import dev.outrigger.schema.Schema;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;

/// An answer that is to be data of a certain shape.
sealed interface StructuredAnswer {
    /// With an answer that is stored although it does not fit.
    Json.Obj NOTE = Json.object().put("misfit", true).build();

    record Fits(Json data) implements StructuredAnswer {}

    record Misfit(String why) implements StructuredAnswer {}

    record BadSchema(String why) implements StructuredAnswer {}

    static StructuredAnswer of(String text, Json.Obj schema) {
        Json data;
        try {
            data = JsonText.parse(unfenced(text.strip()));
        } catch (MalformedJson e) {
            return new Misfit("it is no JSON: " + e.getMessage());
        }
        return switch (Schema.of(schema).check(data)) {
            case Schema.Verdict.Fits _ -> new Fits(data);
            case Schema.Verdict.Misfit(var path, var what) -> new Misfit("/" + String.join("/", path) + ": " + what);
            case Schema.Verdict.Unusable(var why) -> new BadSchema(why);
        };
    }

    /// Models like to put JSON between fences, whatever they are told.
    private static String unfenced(String text) {
        int from = text.indexOf('\n');
        return text.startsWith("```") && text.endsWith("```") && from > 0 && text.length() > from + 3
                ? text.substring(from + 1, text.length() - 3)
                : text;
    }
}
