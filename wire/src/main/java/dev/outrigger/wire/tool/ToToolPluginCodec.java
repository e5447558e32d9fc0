package dev.outrigger.wire.tool;

import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;

/// Between [ToToolPlugin] and lines. Reading is for plugins, and for whoever tests a host.
public final class ToToolPluginCodec {
    private ToToolPluginCodec() {}

    public static Json.Obj json(ToToolPlugin message) {
        return switch (message) {
            case ToToolPlugin.Handshake(var version) ->
                Json.object()
                        .put("type", "handshake")
                        .put("protocol_version", version)
                        .build();
            case ToToolPlugin.Request(var id, var tool, var context, var input) ->
                Json.object()
                        .put("type", "request")
                        .put("request_id", id)
                        .put("tool_name", tool)
                        .put("context", json(context))
                        .put("input", input)
                        .build();
        };
    }

    private static Json.Obj json(ToToolPlugin.Context context) {
        var json = Json.object();
        put(json, "workspace_id", context.workspaceId());
        put(json, "widget_id", context.widgetId());
        put(json, "repo_root", context.repoRoot());
        put(json, "role_id", context.roleId());
        put(json, "mode_id", context.modeId());
        return json.build();
    }

    private static void put(Json.Builder json, String name, String value) {
        if (!value.isEmpty()) {
            json.put(name, value);
        }
    }

    public static ToToolPlugin message(String line) throws MalformedJson, FieldReader.Mistake {
        if (!(JsonText.parse(line) instanceof Json.Obj object)) {
            throw new MalformedJson("not a JSON object");
        }
        var fields = new FieldReader(object);
        return switch (fields.text("type")) {
            case "handshake" -> new ToToolPlugin.Handshake(fields.text("protocol_version"));
            case "request" ->
                new ToToolPlugin.Request(
                        fields.text("request_id"),
                        fields.text("tool_name"),
                        context(new FieldReader(fields.object("context"))),
                        fields.object("input"));
            default -> throw new FieldReader.Mistake("unknown message type");
        };
    }

    private static ToToolPlugin.Context context(FieldReader fields) throws FieldReader.Mistake {
        return new ToToolPlugin.Context(
                fields.textOrEmpty("workspace_id"),
                fields.textOrEmpty("widget_id"),
                fields.textOrEmpty("repo_root"),
                fields.textOrEmpty("role_id"),
                fields.textOrEmpty("mode_id"));
    }
}
