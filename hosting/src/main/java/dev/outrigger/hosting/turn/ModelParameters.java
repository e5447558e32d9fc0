package dev.outrigger.hosting.turn;

import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.util.List;
import java.util.Set;

/// What the model is asked with: `assistant.model.parameters`, and what the call itself says on top.
public final class ModelParameters {
    private static final int USAGE = 2;
    private static final Set<String> NUMBERS = Set.of("max_tokens", "temperature", "top_p", "top_k");
    private static final List<String> REASONING = List.of("off", "low", "medium", "high");

    private ModelParameters() {}

    public static Json.Obj of(Json settings, List<String> given, String reasoning) throws Problem {
        var parameters = settings instanceof Json.Obj object ? object : Json.EMPTY;
        for (var each : given) {
            int equals = each.indexOf('=');
            if (equals < 1) {
                throw new Problem("a parameter is KEY=VALUE, and this is " + each, "-p temperature=0.2", USAGE);
            }
            parameters = with(parameters, each.substring(0, equals), each.substring(equals + 1));
        }
        return reasoning.isEmpty() ? parameters : parameters.with("reasoning", Json.of(reasoning));
    }

    private static Json.Obj with(Json.Obj parameters, String key, String text) throws Problem {
        if (NUMBERS.contains(key)) {
            if (value(text) instanceof Json.Num number) {
                return parameters.with(key, number);
            }
            throw new Problem(key + " is a number, and this is " + text, "", USAGE);
        }
        if (key.equals("reasoning")) {
            if (REASONING.contains(text)) {
                return parameters.with(key, Json.of(text));
            }
            throw new Problem(
                    "reasoning is one of " + String.join(", ", REASONING) + ", and this is " + text, "", USAGE);
        }
        if (key.equals("stop_words")) {
            return parameters.with(key, value(text) instanceof Json.Arr list ? list : Json.texts(List.of(text)));
        }
        var other = parameters.get("other").orElse(Json.EMPTY) instanceof Json.Obj object ? object : Json.EMPTY;
        return parameters.with("other", other.with(key, value(text)));
    }

    /// JSON where it is that, and text otherwise.
    private static Json value(String text) {
        try {
            return JsonText.parse(text);
        } catch (MalformedJson _) {
            return Json.of(text);
        }
    }
}
