package dev.outrigger.kaged.manifest;

import dev.outrigger.schema.Schema;
import dev.outrigger.schema.ShippedSchema;
import dev.outrigger.terminal.Suggestions;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The JSON Schema that we ship, and what it says of a manifest in words an author can act on.
///
/// A `description` in it completes the sentence "must be …".
final class ManifestSchema {
    private static final String RESOURCE = "/dev/outrigger/kaged/kaged-plugin.schema.json";
    private static final Json.Obj SCHEMA = ShippedSchema.read(ManifestSchema.class, RESOURCE);
    private static final Schema CHECK = Schema.of(SCHEMA);

    private ManifestSchema() {}

    record Misfit(List<String> path, String what) {}

    static Optional<Misfit> misfit(Json manifest) {
        return switch (CHECK.check(manifest)) {
            case Schema.Verdict.Fits _ -> Optional.empty();
            case Schema.Verdict.Misfit(var path, var what) -> Optional.of(words(path, what));
            case Schema.Verdict.Unusable(var why) ->
                Optional.of(new Misfit(List.of(), "cannot be checked: " + why + "; make it smaller"));
        };
    }

    /// As it is shipped.
    static Json.Obj json() {
        return SCHEMA;
    }

    /// The keys that a manifest can have at its top.
    static Set<String> keys() {
        return keys(SCHEMA);
    }

    private static Misfit words(List<String> path, String what) {
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

    private static String mustBe(List<String> path, String before) {
        return schemaAt(path).text("description").map(before::concat).orElse("");
    }

    /// Of the value at this place; an empty one where ours says nothing.
    private static Json.Obj schemaAt(List<String> path) {
        var schema = SCHEMA;
        for (var step : path) {
            schema = object(schema, "properties")
                    .get(step)
                    .filter(Json.Obj.class::isInstance)
                    .map(Json.Obj.class::cast)
                    .orElse(beside(schema));
        }
        return schema;
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
