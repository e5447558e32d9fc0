package dev.outrigger.kaged.manifest;

import dev.outrigger.schema.Schema;
import dev.outrigger.schema.ShippedSchema;
import dev.outrigger.terminal.Suggestions;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A JSON Schema that we ship, and what it says of a file in words an author can act on.
///
/// A `description` in it completes the sentence "must be …".
final class FileSchema {
    private final Json.Obj schema;
    private final Schema check;

    private FileSchema(Json.Obj schema) {
        this.schema = schema;
        this.check = Schema.of(schema);
    }

    /// `file` lies beside the classes of the program.
    static FileSchema shipped(String file) {
        return new FileSchema(ShippedSchema.read(FileSchema.class, "/dev/outrigger/kaged/" + file));
    }

    record Misfit(List<String> path, String what) {}

    Optional<Misfit> misfit(Json value) {
        return switch (check.check(value)) {
            case Schema.Verdict.Fits _ -> Optional.empty();
            case Schema.Verdict.Misfit(var path, var what) -> Optional.of(words(path, what));
            case Schema.Verdict.Unusable(var why) ->
                Optional.of(new Misfit(List.of(), "cannot be checked: " + why + "; make it smaller"));
        };
    }

    /// As it is shipped.
    Json.Obj json() {
        return schema;
    }

    /// The keys that a file can have at its top.
    Set<String> keys() {
        return keys(schema);
    }

    private Misfit words(List<String> path, String what) {
        if (what.startsWith("`") && what.endsWith("` is missing")) {
            var inside = new ArrayList<>(path);
            inside.add(what.substring(1, what.lastIndexOf('`')));
            return new Misfit(inside, "is missing" + mustBe(inside, "; it must be "));
        }
        if (what.equals("is not expected here")) {
            return new Misfit(path, unknown(path.getLast(), keys(schemaAt(path.subList(0, path.size() - 1)))));
        }
        var mustBe = mustBe(path, "must be ");
        if (what.startsWith("does not match the pattern") && !mustBe.isEmpty()) {
            return new Misfit(path, mustBe);
        }
        return new Misfit(path, what + advice(what) + mustBe(path, "; it must be "));
    }

    static String unknown(String key, Set<String> known) {
        return "unknown key"
                + Suggestions.nearest(key, known)
                        .map(near -> ": did you mean " + near + "?")
                        .orElse(": remove it; known are " + String.join(", ", known));
    }

    private static String advice(String what) {
        boolean text = what.startsWith("expected string, got ");
        return text && !what.endsWith("object") && !what.endsWith("array") ? " (put it in quotes)" : "";
    }

    private String mustBe(List<String> path, String before) {
        return schemaAt(path).text("description").map(before::concat).orElse("");
    }

    /// Of the value at this place; an empty one where ours says nothing.
    private Json.Obj schemaAt(List<String> path) {
        var at = schema;
        for (var step : path) {
            at = object(at, "properties")
                    .get(step)
                    .filter(Json.Obj.class::isInstance)
                    .map(Json.Obj.class::cast)
                    .orElse(beside(at));
        }
        return at;
    }

    private static Json.Obj beside(Json.Obj schema) {
        return object(schema, schema.fields().containsKey("items") ? "items" : "additionalProperties");
    }

    private static Json.Obj object(Json.Obj schema, String name) {
        return schema.fields().get(name) instanceof Json.Obj inner ? inner : Json.EMPTY;
    }

    private static Set<String> keys(Json.Obj schema) {
        return object(schema, "properties").fields().keySet();
    }
}
