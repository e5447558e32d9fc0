package dev.outrigger.assistant.mcp;

import dev.outrigger.assistant.ToolResult;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.util.ArrayList;
import java.util.List;

/// What a tool gave back, as text for a model. Of pictures and sounds it gets to know that they are there.
final class Results {
    private Results() {}

    static ToolResult of(Json.Obj result) throws McpProblem {
        var said = result.get("content").orElse(Json.Null.NULL);
        var structured = result.get("structuredContent");
        if (!(said instanceof Json.Arr) && structured.isEmpty()) {
            throw new McpProblem(McpProblem.Code.MALFORMED, "its answer has no `content`");
        }
        var parts = new ArrayList<String>();
        boolean told = false;
        for (var block : said instanceof Json.Arr(var items) ? items : List.<Json>of()) {
            var text = text(block);
            parts.add(text);
            told |= structured.isPresent() && says(text, structured.get());
        }
        if (structured.isPresent() && !told) {
            parts.add(JsonText.text(structured.get()));
        }
        boolean failed = result.get("isError").orElse(Json.Bool.FALSE) == Json.Bool.TRUE;
        return new ToolResult(String.join("\n", parts), failed, Json.EMPTY);
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
            default -> "[content of the unknown type " + Harmless.line(type) + "]";
        };
    }

    private static String resource(Json said) {
        if (!(said instanceof Json.Obj resource)) {
            return "[a resource without content]";
        }
        return resource.text("text")
                .map(text -> "[resource " + Harmless.line(resource.text("uri").orElse("")) + "]\n" + text)
                .orElseGet(() ->
                        data("resource " + Harmless.line(resource.text("uri").orElse("")), resource, "blob"));
    }

    private static String link(Json.Obj link) {
        var name = Harmless.line(link.text("name").orElse(""));
        var description = Harmless.line(link.text("description").orElse(""));
        return "[resource link " + name + ": " + Harmless.line(link.text("uri").orElse(""))
                + (description.isEmpty() ? "" : " (" + description + ")") + "]";
    }

    private static String data(String what, Json.Obj holder, String member) {
        var base64 = holder.text(member).orElse("");
        int padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
        long bytes = Math.max(0, base64.length() / 4 * 3L - padding);
        var type = Harmless.line(holder.text("mimeType").orElse("of unknown type"));
        return "[" + what + ", " + type + ", " + bytes + " bytes, not shown]";
    }

    /// Servers are asked to give structured content as text too, for those who read only that. Some wrap the text
    /// up instead, in an object with nothing else.
    private static boolean says(String text, Json structured) {
        if (structured instanceof Json.Obj(var fields) && fields.size() == 1 && fields.containsValue(Json.of(text))) {
            return true;
        }
        if (!text.stripLeading().startsWith("{") && !text.stripLeading().startsWith("[")) {
            return structured instanceof Json.Str(var same) && same.equals(text);
        }
        try {
            return JsonText.parse(text.strip()).equals(structured);
        } catch (MalformedJson _) {
            // Then it is some other text.
            return false;
        }
    }
}
