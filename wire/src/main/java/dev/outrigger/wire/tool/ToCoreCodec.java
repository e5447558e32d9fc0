package dev.outrigger.wire.tool;

import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.wire.WordTable;
import java.util.List;
import java.util.Locale;

/// Between a tool plugin's lines and [ToCore].
public final class ToCoreCodec {
    private ToCoreCodec() {}

    /// The `type` of each message; the wire says it in lower case.
    private enum CoreMessageType {
        HANDSHAKE,
        RESPONSE;

        private static final WordTable<CoreMessageType> WORDS = WordTable.of(values(), CoreMessageType::word);

        private final String word = name().toLowerCase(Locale.ROOT);

        String word() {
            return word;
        }
    }

    /// What a line turned out to be.
    public sealed interface Decoded {
        record Message(ToCore message) implements Decoded {}

        /// An object, but no message as we know them.
        record Unfit(String why) implements Decoded {}

        /// Not one JSON object and nothing else.
        record Malformed(String why) implements Decoded {}
    }

    public static Decoded decode(byte[] bytes, int from, int to) {
        Json json;
        try {
            json = JsonText.parse(bytes, from, to);
        } catch (MalformedJson e) {
            return new Decoded.Malformed(e.what());
        }
        if (!(json instanceof Json.Obj object)) {
            return new Decoded.Malformed("not a JSON object");
        }
        try {
            return new Decoded.Message(message(new FieldReader(object)));
        } catch (FieldReader.Mistake e) {
            return new Decoded.Unfit(e.what());
        }
    }

    private static ToCore message(FieldReader fields) throws FieldReader.Mistake {
        var word = fields.text("type");
        var type = CoreMessageType.WORDS.find(word);
        if (type == null) {
            throw new FieldReader.Mistake("unknown message type: " + Excerpt.of(word));
        }
        return switch (type) {
            case HANDSHAKE -> new ToCore.Handshake(manifest(fields.object("manifest")));
            case RESPONSE -> response(fields);
        };
    }

    /// Every object is one: in which order its mistakes count is for the core to say.
    private static ToCore.Manifest manifest(Json.Obj said) {
        return new ToCore.Manifest(
                said.text("plugin_id").orElse(""),
                said.text("plugin_version").orElse(""),
                said.text("protocol_version").orElse(""),
                texts(said, "exposed_tools"),
                texts(said, "capabilities"));
    }

    private static String notBlank(FieldReader fields, String name) throws FieldReader.Mistake {
        var text = fields.text(name);
        if (text.isBlank()) {
            throw new FieldReader.Mistake("field `" + name + "` is blank");
        }
        return text;
    }

    private static List<String> texts(Json.Obj manifest, String name) {
        return switch (manifest.fields().get(name)) {
            case null -> List.of();
            case Json.Null _ -> List.of();
            case Json.Arr(var items) -> items.stream().map(ToCoreCodec::text).toList();
            case Json _ -> List.of("");
        };
    }

    private static String text(Json value) {
        return value instanceof Json.Str(var text) ? text : "";
    }

    private static ToCore.Response response(FieldReader fields) throws FieldReader.Mistake {
        var id = fields.text("request_id");
        var status = fields.text("status");
        var error = fields.objectOrNull("error");
        var metadata = fields.object().get("metadata").orElse(Json.Null.NULL);
        return switch (status) {
            case "ok" -> {
                if (error != null) {
                    throw new FieldReader.Mistake("status is `ok`, and yet there is an `error`");
                }
                yield new ToCore.Ok(id, fields.object().get("output").orElse(Json.Null.NULL), metadata);
            }
            case "error" -> {
                var inner = new FieldReader(fields.object("error"));
                yield new ToCore.Failed(id, inner.textOrEmpty("code"), notBlank(inner, "message"), metadata);
            }
            default -> throw new FieldReader.Mistake("unknown status: " + Excerpt.of(status));
        };
    }

    /// For plugins, and for whoever tests a host.
    public static Json.Obj json(ToCore message) {
        return switch (message) {
            case ToCore.Handshake(var manifest) ->
                Json.object()
                        .put("type", CoreMessageType.HANDSHAKE.word())
                        .put("manifest", json(manifest))
                        .build();
            case ToCore.Ok(var id, var output, var metadata) -> {
                var json = response(id, "ok");
                put(json, "output", output);
                put(json, "metadata", metadata);
                yield json.build();
            }
            case ToCore.Failed(var id, var code, var words, var metadata) -> {
                var error = Json.object();
                put(error, "code", code);
                var json = response(id, "error")
                        .put("error", error.put("message", words).build());
                put(json, "metadata", metadata);
                yield json.build();
            }
        };
    }

    private static Json.Obj json(ToCore.Manifest manifest) {
        var json = Json.object().put("plugin_id", manifest.pluginId()).put("plugin_version", manifest.pluginVersion());
        put(json, "protocol_version", manifest.protocolVersion());
        json.put("exposed_tools", Json.texts(manifest.exposedTools()));
        if (!manifest.capabilities().isEmpty()) {
            json.put("capabilities", Json.texts(manifest.capabilities()));
        }
        return json.build();
    }

    private static Json.Builder response(String id, String status) {
        return Json.object()
                .put("type", CoreMessageType.RESPONSE.word())
                .put("request_id", id)
                .put("status", status);
    }

    private static void put(Json.Builder json, String name, String value) {
        if (!value.isEmpty()) {
            json.put(name, value);
        }
    }

    private static void put(Json.Builder json, String name, Json value) {
        if (value != Json.Null.NULL) {
            json.put(name, value);
        }
    }
}
