package dev.outrigger.schema;

import dev.harrel.jsonschema.JsonNode;
import dev.harrel.jsonschema.JsonNodeFactory;
import dev.harrel.jsonschema.SimpleType;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A value of ours as the library wants to see it, with its place as a JSON pointer.
record JsonNodeView(Json value, String pointer, SimpleType type, SchemaDeadline deadline) implements JsonNode {
    /// More digits than any honest number has; with more, a few bytes of text could cost hours.
    private static final int MOST_DIGITS = 1_000;

    static JsonNodeView of(Json value, SchemaDeadline deadline) {
        return new JsonNodeView(value, "", typeOf(value), deadline);
    }

    private JsonNodeView at(String name, Json child) {
        return new JsonNodeView(child, pointer + "/" + name, typeOf(child), deadline);
    }

    private static SimpleType typeOf(Json value) {
        return switch (value) {
            case Json.Obj _ -> SimpleType.OBJECT;
            case Json.Arr _ -> SimpleType.ARRAY;
            case Json.Str _ -> SimpleType.STRING;
            case Json.Bool _ -> SimpleType.BOOLEAN;
            case Json.Null _ -> SimpleType.NULL;
            case Json.Num(var text) ->
                number(text).stripTrailingZeros().scale() <= 0 ? SimpleType.INTEGER : SimpleType.NUMBER;
            case Json.Deferred _ -> throw new IllegalArgumentException("a value that is not there yet");
        };
    }

    private static BigDecimal number(String text) {
        if (text.length() <= MOST_DIGITS) {
            var number = new BigDecimal(text);
            if (Math.abs((long) number.scale()) <= MOST_DIGITS) {
                return number;
            }
        }
        throw new IllegalArgumentException("a number is larger than can be compared");
    }

    /// Numbers are the same by value, objects whatever the order of their fields.
    boolean same(JsonNodeView other) {
        if (getNodeType() != other.type) {
            return false;
        }
        return switch (type) {
            case INTEGER, NUMBER -> asNumber().compareTo(other.asNumber()) == 0;
            case ARRAY -> sameItems(asArray(), other.asArray());
            case OBJECT -> sameFields(asObject(), other.asObject());
            case STRING, BOOLEAN, NULL -> value.equals(other.value);
        };
    }

    private static boolean sameItems(List<JsonNode> ours, List<JsonNode> others) {
        boolean same = ours.size() == others.size();
        for (int i = 0; same && i < ours.size(); i++) {
            same = ((JsonNodeView) ours.get(i)).same((JsonNodeView) others.get(i));
        }
        return same;
    }

    private static boolean sameFields(Map<String, JsonNode> ours, Map<String, JsonNode> others) {
        boolean same = ours.size() == others.size();
        for (var field : ours.entrySet()) {
            var other = others.get(field.getKey());
            same = same && other != null && ((JsonNodeView) field.getValue()).same((JsonNodeView) other);
        }
        return same;
    }

    @Override
    public String getJsonPointer() {
        return pointer;
    }

    @Override
    public SimpleType getNodeType() {
        deadline.check();
        return type;
    }

    @Override
    public boolean asBoolean() {
        return value == Json.Bool.TRUE;
    }

    @Override
    public String asString() {
        return value instanceof Json.Str(var text) ? text : JsonText.text(value);
    }

    @Override
    public BigInteger asInteger() {
        return asNumber().toBigInteger();
    }

    @Override
    public BigDecimal asNumber() {
        if (value instanceof Json.Num(var text)) {
            return number(text);
        }
        throw new IllegalArgumentException(pointer + " is no number");
    }

    @Override
    public List<JsonNode> asArray() {
        if (!(value instanceof Json.Arr(var items))) {
            throw new IllegalArgumentException(pointer + " is no array");
        }
        var nodes = new ArrayList<JsonNode>(items.size());
        for (var item : items) {
            nodes.add(at(Integer.toString(nodes.size()), item));
        }
        return nodes;
    }

    @Override
    public Map<String, JsonNode> asObject() {
        if (!(value instanceof Json.Obj(var fields))) {
            throw new IllegalArgumentException(pointer + " is no object");
        }
        var nodes = new LinkedHashMap<String, JsonNode>();
        for (var field : fields.entrySet()) {
            nodes.put(field.getKey(), at(JsonNode.encodeJsonPointer(field.getKey()), field.getValue()));
        }
        return nodes;
    }

    record Factory(SchemaDeadline deadline) implements JsonNodeFactory {
        @Override
        public JsonNode wrap(Object node) {
            return switch (node) {
                case JsonNodeView ours -> ours;
                case Json value -> of(value, deadline);
                default -> throw new IllegalArgumentException("not a value of ours: " + node.getClass());
            };
        }

        @Override
        public JsonNode create(String text) {
            try {
                return of(JsonText.parse(text), deadline);
            } catch (MalformedJson e) {
                throw new IllegalArgumentException(e.what(), e);
            }
        }
    }
}
