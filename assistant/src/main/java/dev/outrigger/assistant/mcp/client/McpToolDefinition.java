package dev.outrigger.assistant.mcp.client;

import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.util.List;

/// A tool as its server defines it, checked. `json` is what whoever approves it agrees to; icons and the like are
/// left out of it.
///
/// @param output the schema that `structuredContent` is said to have; empty where nothing is said
public record McpToolDefinition(String name, String description, Json.Obj parameters, Json.Obj output, Json.Obj json) {
    private static final int LONGEST_NAME = 256;
    private static final int LONGEST_DESCRIPTION = 16 << 10;
    private static final int LARGEST_SCHEMA = 256 << 10;
    private static final int LARGEST = 768 << 10;
    private static final List<String> KEPT =
            List.of("name", "title", "description", "inputSchema", "outputSchema", "annotations");

    /// A mistake is one clause: why the tool is left out.
    public static McpToolDefinition of(Json said) throws FieldReader.Mistake {
        if (!(said instanceof Json.Obj object)) {
            throw new FieldReader.Mistake("it is no object");
        }
        var fields = new FieldReader(object);
        var name = fields.text("name");
        if (name.isEmpty() || name.length() > LONGEST_NAME) {
            throw new FieldReader.Mistake("its name must have 1 to " + LONGEST_NAME + " characters");
        }
        var schema = fields.object("inputSchema");
        if (!schema.text("type").orElse("").equals("object")) {
            throw new FieldReader.Mistake("its `inputSchema` must be of type `object`");
        }
        if (JsonText.bytes(schema).length > LARGEST_SCHEMA) {
            throw new FieldReader.Mistake("its `inputSchema` is larger than " + LARGEST_SCHEMA + " bytes");
        }
        var output = fields.objectOrNull("outputSchema");
        if (output != null && JsonText.bytes(output).length > LARGEST_SCHEMA) {
            throw new FieldReader.Mistake("its `outputSchema` is larger than " + LARGEST_SCHEMA + " bytes");
        }
        var execution = fields.objectOrNull("execution");
        if (execution != null && execution.text("taskSupport").orElse("").equals("required")) {
            throw new FieldReader.Mistake("it can only be called as a task, which is not supported");
        }
        var kept = Json.object();
        for (var key : KEPT) {
            object.get(key).ifPresent(value -> kept.put(key, value));
        }
        var title = fields.textOrEmpty("title");
        var description = fields.textOrEmpty("description");
        var shown = HarmlessWords.text(description.isEmpty() ? title : description, LONGEST_DESCRIPTION);
        var json = kept.build();
        if (JsonText.bytes(json).length > LARGEST) {
            throw new FieldReader.Mistake("its definition is larger than " + LARGEST + " bytes");
        }
        return new McpToolDefinition(name, shown, schema, output == null ? Json.EMPTY : output, json);
    }
}
