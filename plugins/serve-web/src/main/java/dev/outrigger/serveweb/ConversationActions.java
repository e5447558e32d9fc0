package dev.outrigger.serveweb;

import dev.outrigger.sdk.Jp;
import dev.outrigger.sdk.RequestFailed;
import dev.outrigger.web.Refused;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.command.CallAction;
import dev.outrigger.wire.command.ToHost;
import dev.outrigger.wire.command.ToPlugin;
import dev.outrigger.wire.event.Event;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// What a page asks for, as requests to the host.
final class ConversationActions {
    /// Bytes of one file, as at the terminal.
    private static final int MOST_ATTACHED = 1 << 20;
    private static final int LONGEST_TITLE = 60;
    private static final Json.Obj DONE = Json.object().put("done", true).build();

    private final Jp jp;
    private final RunningTurns turns;

    ConversationActions(Jp jp, RunningTurns turns) {
        this.jp = jp;
        this.turns = turns;
    }

    /// Called like the first line of what is asked, as at the terminal.
    Json.Obj create(Json.Obj body) throws Refused {
        var line = body.text("content").orElse("").strip().lines().findFirst().orElse("");
        var title = line.length() > LONGEST_TITLE
                ? line.substring(0, LONGEST_TITLE - 1).strip() + "…"
                : line;
        try {
            var created = jp.ask(new ToHost.CreateConversation(title.isEmpty() ? null : title), ToPlugin.Created.class)
                    .conversation();
            // Locked from the start, for others as well: whoever asks in it next takes the lock anew.
            jp.ask(new ToHost.Unlock(created), ToPlugin.Unlocked.class);
            return Json.object().put("conversation", created.digits()).build();
        } catch (RequestFailed e) {
            throw HostWords.refused(e);
        }
    }

    Json.Obj act(ConversationId id, String action, Json.Obj body) throws Refused {
        try {
            var fields = new FieldReader(body);
            switch (action) {
                case "query" -> query(id, fields);
                case "cancel" -> turns.cancel(id);
                case "decide" -> turns.respond(decision(id, fields));
                case "answer" ->
                    turns.respond(
                            new ToHost.AnswerInquiry(turns.subscription(id), fields.text("id"), fields.any("answer")));
                case "update" ->
                    jp.ask(
                            new ToHost.UpdateConversation(
                                    id,
                                    fields.textOrNull("title"),
                                    fields.truthOrNull("pinned"),
                                    fields.truthOrNull("archived")),
                            ToPlugin.Updated.class);
                case "fork" -> {
                    var forked = jp.ask(new ToHost.ForkConversation(id, OptionalLong.empty()), ToPlugin.Forked.class);
                    return Json.object()
                            .put("conversation", forked.conversation().digits())
                            .build();
                }
                case "remove" -> jp.ask(new ToHost.RemoveConversation(id), ToPlugin.Removed.class);
                default -> throw new Refused(404, "There is no such action.");
            }
            return DONE;
        } catch (FieldReader.Mistake e) {
            throw new Refused(400, "The request does not say what it should: " + e.what() + ".");
        } catch (RequestFailed e) {
            throw HostWords.refused(e);
        }
    }

    private void query(ConversationId id, FieldReader fields) throws FieldReader.Mistake, Refused {
        var attachments = new ArrayList<Event.Attachment>();
        for (var each : fields.objects("attachments")) {
            var file = new FieldReader(each);
            var attachment = new Event.Attachment(file.text("path"), file.text("content"));
            if (attachment.content().getBytes(StandardCharsets.UTF_8).length > MOST_ATTACHED) {
                throw new Refused(413, attachment.path() + " is larger than 1 MiB.");
            }
            attachments.add(attachment);
        }
        var content = fields.text("content");
        if (content.isBlank()) {
            throw new Refused(400, "There is nothing in the message.");
        }
        List<String> tools = fields.textsOrNull("tools");
        turns.begin(
                new ToHost.Query(id, content, attachments, null, blankToNull(fields.textOrNull("model")), tools),
                fields.textOrEmpty("key"));
    }

    private static @Nullable String blankToNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text;
    }

    private ToHost.DecideCall decision(ConversationId id, FieldReader fields) throws FieldReader.Mistake, Refused {
        var word = fields.text("action");
        var action = switch (word) {
            case "approve", "always" -> CallAction.APPROVE;
            case "reject" -> CallAction.REJECT;
            case "modify" -> CallAction.MODIFY;
            default -> throw new Refused(400, "A call is approved, rejected or modified.");
        };
        return new ToHost.DecideCall(
                turns.subscription(id),
                fields.text("id"),
                action,
                fields.objectOrNull("arguments"),
                blankToNull(fields.textOrNull("reason")),
                word.equals("always"));
    }
}
