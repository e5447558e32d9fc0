package dev.outrigger.assistant.mcp.client;

import dev.outrigger.assistant.ToolResult;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.util.ArrayList;
import java.util.List;

/// What a tool gave back, as text for a model. Of pictures and sounds it gets to know that they are there.
public final class McpResults {
    private McpResults() {}

    public static ToolResult of(Json.Obj result) throws McpProblem {
        var said = result.get("content").orElse(Json.Null.NULL);
        var structured = result.get("structuredContent");
        if (!(said instanceof Json.Arr) && structured.isEmpty()) {
            throw without();
        }
        var parts = new ArrayList<String>();
        for (var block : said instanceof Json.Arr(var items) ? items : List.<Json>of()) {
            parts.add(text(block));
        }
        if (structured.isPresent() && !tells(parts, structured.get())) {
            parts.add(JsonText.text(structured.get()));
        }
        return new ToolResult(String.join("\n", parts), isFailure(result), Json.EMPTY);
    }

    /// Whether the tool says that it failed.
    public static boolean isFailure(Json.Obj result) {
        return result.get("isError").orElse(Json.Bool.FALSE) == Json.Bool.TRUE;
    }

    /// What of a result is for whoever reads it as it is, and no text: its content, and what is structured.
    public static Json.Obj kept(Json.Obj result) throws McpProblem {
        var content = result.get("content").orElse(Json.Null.NULL);
        var structured = result.get("structuredContent");
        if (!(content instanceof Json.Arr) && structured.isEmpty()) {
            throw without();
        }
        var kept = Json.object().put("content", content instanceof Json.Arr ? content : new Json.Arr(List.of()));
        structured.ifPresent(value -> kept.put("structuredContent", value));
        return kept.build();
    }

    private static McpProblem without() {
        return new McpProblem(McpProblem.Code.MALFORMED, "its answer has no `content`");
    }

    private static String text(Json block) {
        if (!(block instanceof Json.Obj object)) {
            return "[something that is no content]";
        }
        var type = object.text("type").orElse("");
        return switch (type) {
            case "text" -> object.text("text").orElse("");
            case "image", "audio" -> data(type, object, "data");
            case "resource" -> resource(object.get("resource").orElse(Json.Null.NULL));
            case "resource_link" -> link(object);
            default -> "[content of the unknown type " + HarmlessWords.line(type) + "]";
        };
    }

    private static String resource(Json said) {
        if (!(said instanceof Json.Obj resource)) {
            return "[a resource without content]";
        }
        return resource.text("text")
                .map(text ->
                        "[resource " + HarmlessWords.line(resource.text("uri").orElse("")) + "]\n" + text)
                .orElseGet(() -> data(
                        "resource " + HarmlessWords.line(resource.text("uri").orElse("")), resource, "blob"));
    }

    private static String link(Json.Obj link) {
        var name = HarmlessWords.line(link.text("name").orElse(""));
        var description = HarmlessWords.line(link.text("description").orElse(""));
        return "[resource link " + name + ": "
                + HarmlessWords.line(link.text("uri").orElse(""))
                + (description.isEmpty() ? "" : " (" + description + ")") + "]";
    }

    private static String data(String what, Json.Obj holder, String member) {
        var base64 = holder.text(member).orElse("");
        int padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
        long bytes = Math.max(0, base64.length() / 4 * 3L - padding);
        var type = HarmlessWords.line(holder.text("mimeType").orElse("of unknown type"));
        return "[" + what + ", " + type + ", " + bytes + " bytes, not shown]";
    }

    /// Servers are asked to give structured content as text too, for those who read only that: as one text, or a list
    /// as one text for each of its items. Many wrap what is no object up, in an object with nothing else.
    private static boolean tells(List<String> parts, Json structured) {
        if (parts.stream().anyMatch(text -> says(text, structured)) || saysEach(parts, structured)) {
            return true;
        }
        if (structured instanceof Json.Obj(var fields) && fields.size() == 1) {
            var only = fields.values().iterator().next();
            return parts.stream().anyMatch(text -> says(text, only)) || saysEach(parts, only);
        }
        return false;
    }

    private static boolean saysEach(List<String> parts, Json structured) {
        if (!(structured instanceof Json.Arr(var items)) || items.isEmpty() || items.size() != parts.size()) {
            return false;
        }
        for (int i = 0; i < items.size(); i++) {
            if (!says(parts.get(i), items.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean says(String text, Json value) {
        if (value instanceof Json.Str(var same) && same.equals(text)) {
            return true;
        }
        try {
            return alike(JsonText.parse(text.strip()), value);
        } catch (MalformedJson _) {
            // Then it is some other text.
            return false;
        }
    }

    /// The same value, whatever the order of its fields and the form of its numbers.
    private static boolean alike(Json one, Json other) {
        return switch (one) {
            case Json.Obj(var fields)
            when other instanceof Json.Obj(var others) ->
                fields.keySet().equals(others.keySet())
                        && fields.entrySet().stream()
                                .allMatch(each ->
                                        alike(each.getValue(), others.getOrDefault(each.getKey(), Json.Null.NULL)));
            case Json.Arr(var items)
            when other instanceof Json.Arr(var others) -> {
                boolean alike = items.size() == others.size();
                for (int i = 0; alike && i < items.size(); i++) {
                    alike = alike(items.get(i), others.get(i));
                }
                yield alike;
            }
            case Json.Num(var number)
            when other instanceof Json.Num(var another) ->
                number.equals(another) || Double.parseDouble(number) == Double.parseDouble(another);
            default -> one.equals(other);
        };
    }
}
