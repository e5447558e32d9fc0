package dev.outrigger.assistant;

import dev.outrigger.schema.Schema;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.util.Optional;

/// An answer that is to be data of a certain shape.
sealed interface StructuredAnswer {
    /// With an answer that is stored although it does not fit.
    Json.Obj NOTE = Json.object().put("misfit", true).build();

    String FENCE = "```";

    record Fits(Json data) implements StructuredAnswer {}

    record Misfit(String why) implements StructuredAnswer {}

    record BadSchema(String why) implements StructuredAnswer {}

    static StructuredAnswer of(String text, Json.Obj schema) {
        Json data;
        try {
            data = data(text);
        } catch (MalformedJson e) {
            return new Misfit("it is no JSON: " + e.getMessage());
        }
        return switch (Schema.of(schema).check(data)) {
            case Schema.Verdict.Fits _ -> new Fits(data);
            case Schema.Verdict.Misfit(var path, var what) -> new Misfit("/" + String.join("/", path) + ": " + what);
            case Schema.Verdict.Unusable(var why) -> new BadSchema(why);
        };
    }

    /// Models like to put JSON between fences, whatever they are told, and to say something before or behind.
    private static Json data(String text) throws MalformedJson {
        try {
            return JsonText.parse(unfenced(text.strip()));
        } catch (MalformedJson e) {
            var block = onlyBlock(text);
            if (block.isEmpty()) {
                throw e;
            }
            return JsonText.parse(block.get());
        }
    }

    /// Where there are two, nobody knows which is meant.
    private static Optional<String> onlyBlock(String text) {
        int open = text.indexOf(FENCE);
        int from = text.indexOf('\n', open);
        int close = text.indexOf(FENCE, from);
        return open < 0 || from < 0 || close < 0 || text.indexOf(FENCE, close + FENCE.length()) >= 0
                ? Optional.empty()
                : Optional.of(text.substring(from, close));
    }

    private static String unfenced(String text) {
        int from = text.indexOf('\n');
        return text.startsWith(FENCE) && text.endsWith(FENCE) && from > 0 && text.length() > from + FENCE.length()
                ? text.substring(from + 1, text.length() - FENCE.length())
                : text;
    }
}
