package dev.outrigger.schema;

import dev.harrel.jsonschema.Evaluator;
import dev.harrel.jsonschema.EvaluatorFactory;
import dev.harrel.jsonschema.JsonNode;
import dev.harrel.jsonschema.SchemaParsingContext;
import dev.harrel.jsonschema.SimpleType;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.JsonText;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// The keywords that we judge ourselves: those with patterns, since a pattern of a stranger may take for ever; and
/// those whose mistakes are made most often, for the words. The library passes over what it does not understand; here
/// it is said.
record PatternKeywords(SchemaDeadline deadline) implements EvaluatorFactory {
    /// A schema that is none. Thrown when a value is checked, since the library drops what is thrown before.
    static final class Broken extends RuntimeException {
        Broken(String what) {
            super(what, null, false, false);
        }
    }

    @Override
    public Optional<Evaluator> create(SchemaParsingContext context, String keyword, JsonNode value) {
        try {
            return switch (keyword) {
                case "type" -> Optional.of(type(value));
                case "enum" -> Optional.of(oneOf(array(keyword, value)));
                case "required" -> Optional.of(required(array(keyword, value)));
                case "pattern" -> Optional.of(pattern(value));
                case "patternProperties" -> {
                    object(keyword, value);
                    yield Optional.of(patternProperties(context, value));
                }
                case "properties", "dependentSchemas", "$defs" -> {
                    object(keyword, value);
                    yield Optional.empty();
                }
                case "allOf", "anyOf", "oneOf", "prefixItems" -> {
                    array(keyword, value);
                    yield Optional.empty();
                }
                case "$ref", "$dynamicRef" -> {
                    reference(value);
                    yield Optional.empty();
                }
                default -> Optional.empty();
            };
        } catch (Broken e) {
            return Optional.of((_, _) -> {
                throw e;
            });
        }
    }

    private static void reference(JsonNode value) {
        try {
            var _ = new URI(value.asString());
        } catch (URISyntaxException _) {
            throw new Broken("a reference is no URI");
        }
    }

    private static void object(String keyword, JsonNode value) {
        if (!value.isObject()) {
            throw new Broken("`" + keyword + "` must be an object");
        }
    }

    private static List<JsonNode> array(String keyword, JsonNode value) {
        if (!value.isArray()) {
            throw new Broken("`" + keyword + "` must be an array");
        }
        return value.asArray();
    }

    private static Evaluator type(JsonNode value) {
        var allowed = new ArrayList<SimpleType>();
        var names = new ArrayList<String>();
        for (var name : value.isArray() ? value.asArray() : List.of(value)) {
            var type = typeNamed(name.asString());
            allowed.add(type);
            names.add(type.getName());
        }
        return (_, node) -> {
            var type = node.getNodeType();
            boolean fits =
                    allowed.contains(type) || (type == SimpleType.INTEGER && allowed.contains(SimpleType.NUMBER));
            return fits
                    ? Evaluator.Result.success()
                    : Evaluator.Result.failure("expected " + String.join(" or ", names) + ", got " + type.getName());
        };
    }

    private static SimpleType typeNamed(String name) {
        for (var type : SimpleType.values()) {
            if (type.getName().equals(name)) {
                return type;
            }
        }
        throw new Broken("there is no type " + Excerpt.of(name));
    }

    private static Evaluator oneOf(List<JsonNode> values) {
        return (_, node) -> {
            var words = new ArrayList<String>();
            for (var value : values) {
                if (((JsonNodeView) value).same((JsonNodeView) node)) {
                    return Evaluator.Result.success();
                }
                words.add(JsonText.text(((JsonNodeView) value).value()));
            }
            return Evaluator.Result.failure("expected one of " + String.join(", ", words));
        };
    }

    private static Evaluator required(List<JsonNode> names) {
        return (_, node) -> {
            if (node.isObject()) {
                var fields = node.asObject();
                for (var name : names) {
                    if (!fields.containsKey(name.asString())) {
                        return Evaluator.Result.failure("`" + name.asString() + "` is missing");
                    }
                }
            }
            return Evaluator.Result.success();
        };
    }

    private Evaluator pattern(JsonNode value) {
        var pattern = compiled(value.asString());
        return (_, node) -> !node.isString()
                        || pattern.matcher(deadline.watch(node.asString())).find()
                ? Evaluator.Result.success()
                : Evaluator.Result.failure("does not match the pattern " + value.asString());
    }

    private static Pattern compiled(String pattern) {
        try {
            return Pattern.compile(withTheirEnd(pattern));
        } catch (PatternSyntaxException e) {
            throw new Broken("a pattern is wrong: " + Excerpt.of(pattern) + " (" + e.getDescription() + ")");
        }
    }

    /// To JSON Schema, `$` is the end of the text; to Java also the place before a newline at its end.
    private static String withTheirEnd(String pattern) {
        var java = new StringBuilder();
        boolean listed = false;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\\' && i + 1 < pattern.length()) {
                java.append(c).append(pattern.charAt(++i));
                continue;
            }
            listed = c == '[' || (listed && c != ']');
            java.append(c == '$' && !listed ? "\\z" : String.valueOf(c));
        }
        return java.toString();
    }

    private Evaluator patternProperties(SchemaParsingContext context, JsonNode value) {
        var schemas = new LinkedHashMap<Pattern, String>();
        for (var entry : value.asObject().entrySet()) {
            schemas.put(compiled(entry.getKey()), context.getAbsoluteUri(entry.getValue()));
        }
        return (evaluation, node) -> {
            if (!node.isObject()) {
                return Evaluator.Result.success();
            }
            boolean fits = true;
            var seen = new HashSet<String>();
            for (var field : node.asObject().entrySet()) {
                for (var schema : schemas.entrySet()) {
                    if (schema.getKey().matcher(deadline.watch(field.getKey())).find()) {
                        seen.add(field.getKey());
                        fits &= evaluation.resolveInternalRefAndValidate(schema.getValue(), field.getValue());
                    }
                }
            }
            return fits ? Evaluator.Result.success(seen) : Evaluator.Result.failure();
        };
    }
}
