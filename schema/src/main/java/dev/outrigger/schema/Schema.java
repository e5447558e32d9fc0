package dev.outrigger.schema;

import dev.harrel.jsonschema.Error;
import dev.harrel.jsonschema.SchemaResolver;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;

/// Whether a value fits a JSON Schema (2020-12). The schema may come from a stranger: nothing is ever fetched, and what
/// takes too long, recurses without end or is no schema at all is told as [Verdict.Unusable].
public final class Schema {
    private static final Duration LIMIT = Duration.ofSeconds(1);

    private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef");

    private Schema() {}

    public sealed interface Verdict {
        record Fits() implements Verdict {}

        /// The first thing that is wrong: where, as names and indexes from the top, and what, in one line. Both may
        /// hold words of the value and of the schema.
        record Misfit(List<String> path, String what) implements Verdict {}

        /// The schema cannot be used, and why.
        record Unusable(String why) implements Verdict {}
    }

    public static Verdict check(Json.Obj schema, Json value) {
        return check(schema, value, LIMIT);
    }

    static Verdict check(Json.Obj schema, Json value, Duration limit) {
        var deadline = new Deadline(System.nanoTime() + limit.toNanos());
        try {
            var result = new ValidatorFactory()
                    .withDisabledSchemaValidation(true)
                    .withJsonNodeFactory(new Node.Factory(deadline))
                    .withEvaluatorFactory(new Keywords(deadline))
                    .withSchemaResolver(_ -> SchemaResolver.Result.empty())
                    .validate(Node.of(ofThisDialect(schema), deadline), Node.of(value, deadline));
            return result.isValid() ? new Verdict.Fits() : misfit(result.getErrors());
        } catch (Deadline.Passed _) {
            return new Verdict.Unusable("checking takes more than " + limit.toMillis() + " ms");
        } catch (StackOverflowError _) {
            return new Verdict.Unusable("checking it goes deeper than can be followed");
        } catch (RuntimeException e) {
            // A schema that is none, in our words or in those of the library.
            return new Verdict.Unusable(Excerpt.of(String.valueOf(e.getMessage())));
        }
    }

    /// Every schema is taken for one of 2020-12, as documented, whatever it says of itself: for another name the
    /// library would look for a meta-schema.
    private static Json.Obj ofThisDialect(Json.Obj schema) {
        if (!schema.fields().containsKey("$schema")) {
            return schema;
        }
        var fields = new LinkedHashMap<>(schema.fields());
        fields.remove("$schema");
        return new Json.Obj(fields);
    }

    /// The deepest of them says most. A reference that leads nowhere is no fault of the value.
    private static Verdict misfit(List<Error> errors) {
        List<String> deepest = List.of();
        var what = "";
        for (var error : errors) {
            if (REFERENCES.contains(String.valueOf(error.getKeyword()))
                    && error.getError().startsWith("Resolution of ")) {
                return new Verdict.Unusable("it refers to something that is not in it");
            }
            var path = path(error.getInstanceLocation());
            if (what.isEmpty() || path.size() > deepest.size()) {
                deepest = path;
                what = words(error);
            }
        }
        return new Verdict.Misfit(deepest, what.isEmpty() ? "does not fit" : what);
    }

    private static String words(Error error) {
        var keyword = error.getKeyword();
        // A schema that is `false`, as behind `additionalProperties`, takes nothing.
        return keyword == null ? "is not expected here" : Excerpt.of(error.getError());
    }

    /// From a JSON pointer.
    private static List<String> path(String pointer) {
        var path = new ArrayList<String>();
        for (int from = 1; from <= pointer.length(); ) {
            int slash = pointer.indexOf('/', from);
            int to = slash < 0 ? pointer.length() : slash;
            path.add(pointer.substring(from, to).replace("~1", "/").replace("~0", "~"));
            from = to + 1;
        }
        return path;
    }
}
