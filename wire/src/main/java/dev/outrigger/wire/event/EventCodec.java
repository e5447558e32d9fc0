package dev.outrigger.wire.event;

import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Between events and JSON.
final class EventCodec {
    private EventCodec() {}

    static Json.Obj json(Event event) {
        var json = Json.object();
        switch (event) {
            case Event.Unknown(var object) -> {
                return object;
            }
            case Event.TurnStart _ -> json.put("type", "turn_start");
            case Event.ChatRequest(var content, var schema, var attachments, var _) -> {
                json.put("type", "chat_request").put("content", content);
                schema.ifPresent(shape -> json.put("schema", shape));
                if (!attachments.isEmpty()) {
                    json.put(
                            "attachments",
                            new Json.Arr(
                                    attachments.stream().map(EventCodec::json).toList()));
                }
            }
            case Event.Message(var message, var _) ->
                json.put("type", "chat_response").put("message", message);
            case Event.Reasoning(var reasoning, var _) ->
                json.put("type", "chat_response").put("reasoning", reasoning);
            case Event.Data(var data, var _) ->
                json.put("type", "chat_response").put("data", data);
            case Event.ToolCallRequest(var id, var name, var arguments, var _) ->
                json.put("type", "tool_call_request")
                        .put("id", id)
                        .put("name", name)
                        .put("arguments", arguments);
            case Event.ToolCallResponse(var id, var content, var isError, var _) ->
                json.put("type", "tool_call_response")
                        .put("id", id)
                        .put("content", content)
                        .put("is_error", isError);
            case Event.InquiryRequest(var id, var question, var options, var source, var _) -> {
                json.put("type", "inquiry_request").put("id", id).put("question", question);
                if (!options.isEmpty()) {
                    json.put("options", Json.texts(options));
                }
                json.put("source", source);
            }
            case Event.InquiryResponse(var id, var answer, var _) ->
                json.put("type", "inquiry_response").put("id", id).put("answer", answer);
            case Event.ConfigDelta(var delta, var _) ->
                json.put("type", "config_delta").put("delta", delta);
        }
        if (!event.metadata().fields().isEmpty()) {
            json.put("metadata", event.metadata());
        }
        return json.build();
    }

    private static Json json(Event.Attachment attachment) {
        return Json.object()
                .put("type", "file_content")
                .put("path", attachment.path())
                .put("content", attachment.content())
                .build();
    }

    static Event event(Json.Obj object) {
        try {
            return event(object, new FieldReader(object));
        } catch (FieldReader.Mistake _) {
            // Kept as it is: what another program stored is not ours to refuse.
            return new Event.Unknown(object);
        }
    }

    private static Event event(Json.Obj object, FieldReader fields) throws FieldReader.Mistake {
        var given = fields.objectOrNull("metadata");
        var metadata = given == null ? Json.EMPTY : given;
        return switch (fields.textOrEmpty("type")) {
            case "turn_start" -> new Event.TurnStart(metadata);
            case "chat_request" ->
                new Event.ChatRequest(
                        fields.text("content"),
                        Optional.ofNullable(fields.objectOrNull("schema")),
                        attachments(fields),
                        metadata);
            case "chat_response" -> response(object, fields, metadata);
            case "tool_call_request" ->
                new Event.ToolCallRequest(fields.text("id"), fields.text("name"), fields.object("arguments"), metadata);
            case "tool_call_response" ->
                new Event.ToolCallResponse(
                        fields.text("id"), fields.text("content"), fields.truth("is_error"), metadata);
            case "inquiry_request" ->
                new Event.InquiryRequest(
                        fields.text("id"),
                        fields.text("question"),
                        fields.texts("options"),
                        object.get("source").orElse(Json.Null.NULL),
                        metadata);
            case "inquiry_response" -> new Event.InquiryResponse(fields.text("id"), fields.any("answer"), metadata);
            case "config_delta" -> new Event.ConfigDelta(fields.object("delta"), metadata);
            default -> new Event.Unknown(object);
        };
    }

    private static Event response(Json.Obj object, FieldReader fields, Json.Obj metadata) throws FieldReader.Mistake {
        if (object.get("data").isPresent()) {
            return new Event.Data(object.get("data").get(), metadata);
        }
        return object.get("message").isPresent()
                ? new Event.Message(fields.text("message"), metadata)
                : new Event.Reasoning(fields.text("reasoning"), metadata);
    }

    /// Those of another kind than ours are for whoever stored them.
    private static List<Event.Attachment> attachments(FieldReader fields) throws FieldReader.Mistake {
        var attachments = new ArrayList<Event.Attachment>();
        for (var each : fields.objects("attachments")) {
            var attachment = new FieldReader(each);
            if (attachment.textOrEmpty("type").equals("file_content")) {
                attachments.add(new Event.Attachment(attachment.text("path"), attachment.text("content")));
            }
        }
        return attachments;
    }
}
