package dev.outrigger.assistant.tools;

import dev.outrigger.schema.Schema;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;

/// The parameters of a tool as a person writes them into the settings, as the JSON Schema that a model is told.
public final class ToolParameters {
    private static final Set<String> TYPES =
            Set.of("string", "integer", "number", "boolean", "array", "object", "null");

    /// Takes no parameters.
    public static final Json.Obj NONE =
            Json.object().put("type", "object").put("properties", Json.EMPTY).build();

    private ToolParameters() {}

    /// What is wrong, and below which key, dotted, "" for the table itself.
    public static final class Unfit extends Exception {
        private final String key;
        private final String what;

        Unfit(String key, String what) {
            super(what, null, false, false);
            this.key = key;
            this.what = what;
        }

        public String key() {
            return key;
        }

        public String what() {
            return what;
        }
    }

    /// Either a whole JSON Schema (`type = "object"`), or for each parameter a table: `type` (a string if it says
    /// nothing), `description`, `required`, and what else JSON Schema knows (`enum`, `default`, `items` …).
    public static Json.Obj schema(Json.Obj table) throws Unfit {
        var schema = table.get("type").orElse(Json.Null.NULL) instanceof Json.Str(var type)
                ? whole(table, type)
                : Json.object()
                        .put("type", "object")
                        .put("properties", properties(table))
                        .put("required", Json.texts(required(table)))
                        .put("additionalProperties", false)
                        .build();
        if (Schema.of(schema).check(Json.EMPTY) instanceof Schema.Verdict.Unusable(var why)) {
            throw new Unfit("", "is no JSON Schema: " + why);
        }
        return schema;
    }

    private static Json.Obj whole(Json.Obj table, String type) throws Unfit {
        if (!type.equals("object")) {
            throw new Unfit("type", "must be \"object\" for a whole JSON Schema; a parameter is a table of its own");
        }
        return table;
    }

    private static Json.Obj properties(Json.Obj table) throws Unfit {
        var properties = new LinkedHashMap<String, Json>();
        for (var entry : table.fields().entrySet()) {
            var name = entry.getKey();
            if (!(entry.getValue() instanceof Json.Obj given)) {
                throw new Unfit(name, "must be a table, such as { type = \"string\", required = true }");
            }
            var property = new LinkedHashMap<>(given.fields());
            // In JSON Schema it is a list, and means something else.
            if (property.get("required") instanceof Json.Bool) {
                property.remove("required");
            }
            property.putIfAbsent("type", Json.of("string"));
            check(name, property.get("type"), given);
            properties.put(name, new Json.Obj(property));
        }
        return new Json.Obj(properties);
    }

    private static void check(String name, Json type, Json.Obj given) throws Unfit {
        var types = type instanceof Json.Arr(var several) ? several : List.of(type);
        for (var each : types) {
            if (!(each instanceof Json.Str(var word)) || !TYPES.contains(word)) {
                throw new Unfit(name + ".type", "must be one of string, integer, number, boolean, array, object");
            }
        }
        if (!(given.get("enum").orElse(new Json.Arr(List.of())) instanceof Json.Arr)) {
            throw new Unfit(name + ".enum", "must be a list");
        }
        if (!(given.get("description").orElse(Json.of("")) instanceof Json.Str)) {
            throw new Unfit(name + ".description", "must be a text");
        }
        var required = given.get("required").orElse(Json.of(false));
        if (!(required instanceof Json.Bool) && !(required instanceof Json.Arr)) {
            throw new Unfit(name + ".required", "must be true or false");
        }
    }

    private static List<String> required(Json.Obj table) {
        var required = new ArrayList<String>();
        for (var entry : table.fields().entrySet()) {
            if (entry.getValue() instanceof Json.Obj given
                    && given.get("required").orElse(Json.Null.NULL) == Json.Bool.TRUE) {
                required.add(entry.getKey());
            }
        }
        return required;
    }
}
