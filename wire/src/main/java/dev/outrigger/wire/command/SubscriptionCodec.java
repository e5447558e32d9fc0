package dev.outrigger.wire.command;

import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.command.ToHost.AnswerInquiry;
import dev.outrigger.wire.command.ToHost.DecideCall;
import dev.outrigger.wire.command.ToHost.Query;
import dev.outrigger.wire.command.ToHost.Subscribe;
import dev.outrigger.wire.command.ToHost.SubscribeToList;
import dev.outrigger.wire.event.Event;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a plugin says about subscriptions, and to what they bring.
final class SubscriptionCodec {
    private static final String LIST = "*";
    private static final String APPROVAL = "tool_approval";
    private static final String INQUIRY = "inquiry";
    private static final String FILE = "file_content";
    private static final String CONVERSATION = "conversation";

    private SubscriptionCodec() {}

    static ToHost subscribe(FieldReader fields) throws FieldReader.Mistake {
        var subId = fields.text("sub_id");
        if (fields.text(CONVERSATION).equals(LIST)) {
            return new SubscribeToList(subId, fields.textsOrNull("events"));
        }
        var respond = fields.truthOrNull("respond");
        return new Subscribe(
                subId,
                fields.conversation(CONVERSATION),
                fields.textsOrNull("events"),
                fields.wholeIfAny("after", 0, Long.MAX_VALUE),
                respond == null || respond);
    }

    static Query query(FieldReader fields) throws FieldReader.Mistake {
        return new Query(
                fields.conversation(CONVERSATION),
                fields.text("content"),
                attachments(fields),
                fields.objectOrNull("schema"),
                fields.textOrNull("model"),
                fields.textsOrNull("tools"));
    }

    /// None is left out in silence: an answer to less than was sent would be another one.
    private static List<Event.Attachment> attachments(FieldReader fields) throws FieldReader.Mistake {
        var attachments = new ArrayList<Event.Attachment>();
        for (var object : fields.objects("attachments")) {
            var attachment = new FieldReader(object);
            var type = attachment.text("type");
            if (!type.equals(FILE)) {
                throw new FieldReader.Mistake("attachments[" + attachments.size() + "] is of the unknown type "
                        + Excerpt.of(type) + "; there is " + FILE);
            }
            attachments.add(new Event.Attachment(attachment.text("path"), attachment.text("content")));
        }
        return attachments;
    }

    static ToHost.Respond respond(FieldReader fields) throws FieldReader.Mistake {
        var subId = fields.text("sub_id");
        return switch (fields.text("respond")) {
            case APPROVAL -> decision(subId, fields);
            case INQUIRY -> new AnswerInquiry(subId, fields.text("inquiry_id"), fields.any("answer"));
            default -> throw new FieldReader.Mistake("field `respond` must be one of " + APPROVAL + ", " + INQUIRY);
        };
    }

    private static DecideCall decision(String subId, FieldReader fields) throws FieldReader.Mistake {
        var call = fields.text("tool_call_id");
        var action = action(fields.text("action"));
        var remember = fields.textOrNull("remember");
        if (remember != null && !remember.equals(CONVERSATION)) {
            throw new FieldReader.Mistake("field `remember` must be " + CONVERSATION);
        }
        return new DecideCall(
                subId,
                call,
                action,
                action == CallAction.MODIFY ? fields.object("arguments") : fields.objectOrNull("arguments"),
                fields.textOrNull("reason"),
                remember != null);
    }

    private static CallAction action(String word) throws FieldReader.Mistake {
        for (var action : CallAction.values()) {
            if (action.word().equals(word)) {
                return action;
            }
        }
        throw new FieldReader.Mistake("field `action` must be one of approve, reject, modify");
    }

    static Json.Obj line(MessageLine line, Subscribe subscribe) {
        return line.text("sub_id", subscribe.subId())
                .text(CONVERSATION, subscribe.conversation().digits())
                .json("events", texts(subscribe.events()))
                .whole(
                        "after",
                        subscribe.after().isEmpty() ? null : subscribe.after().getAsLong())
                .truth("respond", subscribe.respond() ? null : false)
                .build();
    }

    static Json.Obj line(MessageLine line, SubscribeToList subscribe) {
        return line.text("sub_id", subscribe.subId())
                .text(CONVERSATION, LIST)
                .json("events", texts(subscribe.events()))
                .build();
    }

    static Json.Obj line(MessageLine line, Query query) {
        var attachments = new ArrayList<Json>();
        for (var attachment : query.attachments()) {
            attachments.add(Json.object()
                    .put("type", FILE)
                    .put("path", attachment.path())
                    .put("content", attachment.content())
                    .build());
        }
        return line.text(CONVERSATION, query.conversation().digits())
                .text("content", query.content())
                .json("attachments", attachments.isEmpty() ? null : new Json.Arr(attachments))
                .json("schema", query.schema())
                .text("model", query.model())
                .json("tools", texts(query.tools()))
                .build();
    }

    static Json.Obj line(MessageLine line, DecideCall decision) {
        return line.text("sub_id", decision.subId())
                .text("respond", APPROVAL)
                .text("tool_call_id", decision.call())
                .text("action", decision.action().word())
                .json("arguments", decision.arguments())
                .text("reason", decision.reason())
                .text("remember", decision.remember() ? CONVERSATION : null)
                .build();
    }

    static Json.Obj line(MessageLine line, AnswerInquiry answer) {
        return line.text("sub_id", answer.subId())
                .text("respond", INQUIRY)
                .text("inquiry_id", answer.inquiry())
                .json("answer", answer.answer())
                .build();
    }

    private static @Nullable Json texts(@Nullable List<String> items) {
        return items == null ? null : Json.texts(items);
    }
}
