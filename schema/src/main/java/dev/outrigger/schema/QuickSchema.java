package dev.outrigger.schema;

import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Most schemas of methods say little: types, required fields, lengths. Those are taken apart once, and what fits is
/// told in a fraction of a microsecond, for every call and every answer is checked. What it cannot tell for certain,
/// the library is asked: a false here is no verdict.
@FunctionalInterface
interface QuickSchema {
    boolean fits(Json value);

    Set<String> ANNOTATIONS = Set.of("title", "description", "default", "examples", "$comment", "deprecated");

    /// A number that needs no arithmetic to be known as a whole one.
    int LONGEST_NUMBER = 18;

    /// Nothing for a schema with anything else in it, sound or not.
    static Optional<QuickSchema> of(Json schema) {
        if (schema instanceof Json.Bool truth) {
            return Optional.of(_ -> truth == Json.Bool.TRUE);
        }
        if (!(schema instanceof Json.Obj(var keywords))) {
            return Optional.empty();
        }
        var all = new ArrayList<QuickSchema>();
        for (var keyword : keywords.entrySet()) {
            if (!ANNOTATIONS.contains(keyword.getKey())) {
                var one = keyword(keyword.getKey(), keyword.getValue(), keywords);
                if (one.isEmpty()) {
                    return Optional.empty();
                }
                all.add(one.get());
            }
        }
        return Optional.of(each(all));
    }

    private static QuickSchema each(List<QuickSchema> all) {
        var checks = all.toArray(QuickSchema[]::new);
        return value -> {
            for (var check : checks) {
                if (!check.fits(value)) {
                    return false;
                }
            }
            return true;
        };
    }

    private static Optional<QuickSchema> keyword(String name, Json of, Map<String, Json> beside) {
        return switch (name) {
            case "type" -> of instanceof Json.Str(var type) ? type(type) : Optional.empty();
            case "required" -> required(of);
            case "properties" -> properties(of);
            case "additionalProperties" -> noMore(of, beside);
            case "items" -> of(of).map(QuickSchema::items);
            case "minLength" ->
                whole(of).map(least -> text -> !(text instanceof Json.Str(var t)) || length(t) >= least);
            case "maxLength" -> whole(of).map(most -> text -> !(text instanceof Json.Str(var t)) || length(t) <= most);
            default -> Optional.empty();
        };
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    private static Optional<Integer> whole(Json value) {
        return value instanceof Json.Num(var text) && text.matches("[0-9]{1,9}")
                ? Optional.of(Integer.valueOf(text))
                : Optional.empty();
    }

    private static Optional<QuickSchema> type(String type) {
        return switch (type) {
            case "object" -> Optional.of(Json.Obj.class::isInstance);
            case "array" -> Optional.of(Json.Arr.class::isInstance);
            case "string" -> Optional.of(Json.Str.class::isInstance);
            case "boolean" -> Optional.of(Json.Bool.class::isInstance);
            case "null" -> Optional.of(Json.Null.class::isInstance);
            case "number", "integer" ->
                Optional.of(value -> value instanceof Json.Num(var text) && isPlainlyWhole(text));
            default -> Optional.empty();
        };
    }

    private static boolean isPlainlyWhole(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '-' && (c < '0' || c > '9')) {
                return false;
            }
        }
        return text.length() <= LONGEST_NUMBER;
    }

    private static Optional<QuickSchema> required(Json of) {
        if (!(of instanceof Json.Arr(var items))) {
            return Optional.empty();
        }
        var names = new ArrayList<String>();
        for (var item : items) {
            if (!(item instanceof Json.Str(var name))) {
                return Optional.empty();
            }
            names.add(name);
        }
        return Optional.of(value ->
                !(value instanceof Json.Obj(var fields)) || fields.keySet().containsAll(names));
    }

    private static Optional<QuickSchema> properties(Json of) {
        if (!(of instanceof Json.Obj(var schemas))) {
            return Optional.empty();
        }
        var checks = new HashMap<String, QuickSchema>();
        for (var schema : schemas.entrySet()) {
            var check = of(schema.getValue());
            if (check.isEmpty()) {
                return Optional.empty();
            }
            checks.put(schema.getKey(), check.get());
        }
        return Optional.of(value -> {
            if (value instanceof Json.Obj(var fields)) {
                for (var field : fields.entrySet()) {
                    var check = checks.get(field.getKey());
                    if (check != null && !check.fits(field.getValue())) {
                        return false;
                    }
                }
            }
            return true;
        });
    }

    private static Optional<QuickSchema> noMore(Json of, Map<String, Json> beside) {
        if (of == Json.Bool.TRUE) {
            return Optional.of(_ -> true);
        }
        if (of != Json.Bool.FALSE || !(beside.get("properties") instanceof Json.Obj(var known))) {
            return Optional.empty();
        }
        var names = Set.copyOf(known.keySet());
        return Optional.of(value -> !(value instanceof Json.Obj(var fields)) || names.containsAll(fields.keySet()));
    }

    private static QuickSchema items(QuickSchema item) {
        return value -> {
            if (value instanceof Json.Arr(var items)) {
                for (var each : items) {
                    if (!item.fits(each)) {
                        return false;
                    }
                }
            }
            return true;
        };
    }
}
