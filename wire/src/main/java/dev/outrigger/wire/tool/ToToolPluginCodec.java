package dev.outrigger.wire.tool;

import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.wire.WordTable;
import java.util.Locale;

/// Between [ToToolPlugin] and lines. Reading is for plugins, and for whoever tests a host.
public final class ToToolPluginCodec {
    private ToToolPluginCodec() {}

    /// The `type` of each message; the wire says it in lower case.
    private enum PluginMessageType {
        HANDSHAKE,
        REQUEST;

        private static final WordTable<PluginMessageType> WORDS = WordTable.of(values(), PluginMessageType::word);

        private final String word = name().toLowerCase(Locale.ROOT);

        String word() {
            return word;
        }
    }

    public static Json.Obj json(ToToolPlugin message) {
        return switch (message) {
            case ToToolPlugin.Handshake(var version) ->
                Json.object()
                        .put("type", PluginMessageType.HANDSHAKE.word())
                        .put("protocol_version", version)
                        .build();
            case ToToolPlugin.Request(var id, var tool, var context, var input) ->
                Json.object()
                        .put("type", PluginMessageType.REQUEST.word())
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
        var type = PluginMessageType.WORDS.find(fields.text("type"));
        if (type == null) {
            throw new FieldReader.Mistake("unknown message type");
        }
        return switch (type) {
            case HANDSHAKE -> new ToToolPlugin.Handshake(fields.text("protocol_version"));
            case REQUEST ->
                new ToToolPlugin.Request(
                        fields.text("request_id"),
                        fields.text("tool_name"),
                        context(new FieldReader(fields.object("context"))),
                        fields.object("input"));
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
