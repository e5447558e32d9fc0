package dev.outrigger.serveweb.view;

import dev.outrigger.web.VisibleCharacters;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.util.ArrayList;
import java.util.List;

/// A JSON value as a tree to be folded.
///
/// @param name "" for the root and for the items of an array
/// @param kind `object`, `array`, `string`, `number`, `word`
public record JsonTree(String name, String kind, String text, List<JsonTree> children) {
    public static JsonTree of(Json value) {
        return of("", value);
    }

    private static JsonTree of(String name, Json value) {
        var children = new ArrayList<JsonTree>();
        return switch (value) {
            case Json.Obj(var fields) -> {
                fields.forEach((key, field) -> children.add(of(VisibleCharacters.name(key), field)));
                yield new JsonTree(name, "object", count(children, "field"), children);
            }
            case Json.Arr(var items) -> {
                items.forEach(item -> children.add(of("", item)));
                yield new JsonTree(name, "array", count(children, "item"), children);
            }
            case Json.Str(var text) -> new JsonTree(name, "string", VisibleCharacters.prose(text), children);
            case Json.Num(var text) -> new JsonTree(name, "number", text, children);
            case Json.Bool _, Json.Null _, Json.Deferred _ ->
                new JsonTree(name, "word", JsonText.text(value), children);
        };
    }

    private static String count(List<JsonTree> children, String what) {
        return children.size() + " " + what + (children.size() == 1 ? "" : "s");
    }
}
