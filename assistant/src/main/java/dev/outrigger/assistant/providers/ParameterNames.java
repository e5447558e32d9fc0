package dev.outrigger.assistant.providers;

import dev.outrigger.wire.Json;
import java.util.Map;
import java.util.Set;

/// `assistant.model.parameters`, by the names that a provider has for them.
final class ParameterNames {
    private ParameterNames() {}

    /// `names` are ours and the provider's.
    static void put(Json.Builder into, Json.Obj parameters, Map<String, String> names) {
        for (var name : names.entrySet()) {
            parameters.get(name.getKey()).ifPresent(value -> into.put(name.getValue(), value));
        }
    }

    /// What is passed on as it is; but it does not replace what the request is made of.
    static Json.Obj withOther(Json.Obj request, Json.Obj parameters, Set<String> ours) {
        var all = request;
        if (parameters.get("other").orElse(Json.Null.NULL) instanceof Json.Obj(var fields)) {
            for (var field : fields.entrySet()) {
                if (!ours.contains(field.getKey())) {
                    all = all.with(field.getKey(), field.getValue());
                }
            }
        }
        return all;
    }
}
