package dev.outrigger.assistant.plugin;

import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.List;

/// A value that fits a schema, as far as one can be guessed: its own examples first, then what its types ask for.
final class SampleValue {
    private static final int DEEPEST = 16;

    private SampleValue() {}

    static Json.Obj of(Json.Obj schema) {
        return value(schema, 0) instanceof Json.Obj object ? object : Json.EMPTY;
    }

    private static Json value(Json.Obj schema, int depth) {
        var fields = schema.fields();
        for (var name : List.of("examples", "enum")) {
            if (fields.get(name) instanceof Json.Arr(var items) && !items.isEmpty()) {
                return items.getFirst();
            }
        }
        for (var name : List.of("const", "default", "example")) {
            if (fields.containsKey(name)) {
                return schema.get(name).orElseThrow();
            }
        }
        return depth > DEEPEST ? Json.Null.NULL : ofType(schema, type(schema), depth);
    }

    private static String type(Json.Obj schema) {
        return switch (schema.fields().get("type")) {
            case Json.Str(var name) -> name;
            case Json.Arr(var names) when !names.isEmpty() && names.getFirst() instanceof Json.Str(var name) -> name;
            case null, default -> schema.fields().containsKey("properties") ? "object" : "string";
        };
    }

    private static Json ofType(Json.Obj schema, String type, int depth) {
        return switch (type) {
            case "object" -> object(schema, depth);
            case "array" -> array(schema, depth);
            case "integer", "number" -> schema.get("minimum").orElse(Json.of(1));
            case "boolean" -> Json.of(true);
            case "null" -> Json.Null.NULL;
            default -> Json.of("x".repeat(Math.clamp(whole(schema, "minLength", 4), 0, 1000)));
        };
    }

    private static Json object(Json.Obj schema, int depth) {
        var made = Json.object();
        if (schema.fields().get("required") instanceof Json.Arr(var names)) {
            for (var each : names) {
                if (each instanceof Json.Str(var name)) {
                    made.put(name, value(inner(inner(schema, "properties"), name), depth + 1));
                }
            }
        }
        return made.build();
    }

    private static Json array(Json.Obj schema, int depth) {
        var items = new ArrayList<Json>();
        for (long i = Math.min(whole(schema, "minItems", 1), 100); i > 0; i--) {
            items.add(value(inner(schema, "items"), depth + 1));
        }
        return new Json.Arr(items);
    }

    private static Json.Obj inner(Json.Obj schema, String name) {
        return schema.fields().get(name) instanceof Json.Obj inner ? inner : Json.EMPTY;
    }

    private static long whole(Json.Obj schema, String name, long otherwise) {
        if (schema.fields().get(name) instanceof Json.Num(var text) && text.matches("[0-9]{1,9}")) {
            return Long.parseLong(text);
        }
        return otherwise;
    }
}
