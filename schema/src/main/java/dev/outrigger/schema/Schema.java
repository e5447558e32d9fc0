package dev.outrigger.schema;

import dev.harrel.jsonschema.Error;
import dev.harrel.jsonschema.SchemaResolver;
import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Whether a value fits a JSON Schema (2020-12). The schema may come from a stranger: nothing is ever fetched, and what
/// takes too long, recurses without end or is no schema at all is told as [Verdict.Unusable].
public final class Schema {
    private static final Duration LIMIT = Duration.ofSeconds(1);

    private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef");

    private static final Verdict FITS = new Verdict.Fits();

    private final Json.Obj schema;
    private final Optional<QuickSchema> quick;
    private final SchemaDeadline deadline = new SchemaDeadline();

    /// Made at the first check, and kept: to take a schema apart costs much more than to check a value.
    private @Nullable Validator validator;

    private @Nullable URI uri;

    private Schema(Json.Obj schema) {
        this.schema = schema;
        this.quick = QuickSchema.of(schema);
    }

    public static Schema of(Json.Obj schema) {
        return new Schema(schema);
    }

    public sealed interface Verdict {
        record Fits() implements Verdict {}

        /// The first thing that is wrong: where, as names and indexes from the top, and what, in one line. Both may
        /// hold words of the value and of the schema.
        record Misfit(List<String> path, String what) implements Verdict {}

        /// The schema cannot be used, and why.
        record Unusable(String why) implements Verdict {}
    }

    public Verdict check(Json value) {
        return check(value, LIMIT);
    }

    Verdict check(Json value, Duration limit) {
        return quick.isPresent() && quick.get().fits(value) ? FITS : thorough(value, limit);
    }

    /// One value at a time: they share the deadline.
    synchronized Verdict thorough(Json value, Duration limit) {
        deadline.setIn(limit);
        try {
            if (validator == null || uri == null) {
                validator = new ValidatorFactory()
                        .withDisabledSchemaValidation(true)
                        .withJsonNodeFactory(new JsonNodeView.Factory(deadline))
                        .withEvaluatorFactory(new PatternKeywords(deadline))
                        .withSchemaResolver(_ -> SchemaResolver.Result.empty())
                        .createValidator();
                uri = validator.registerSchema(JsonNodeView.of(ofThisDialect(schema), deadline));
            }
            var result = validator.validate(uri, JsonNodeView.of(value, deadline));
            return result.isValid() ? FITS : misfit(result.getErrors());
        } catch (SchemaDeadline.Passed _) {
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
