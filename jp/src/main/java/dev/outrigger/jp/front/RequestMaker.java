package dev.outrigger.jp.front;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.schema.Schema;
import dev.outrigger.terminal.Editor;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Prompt;
import dev.outrigger.terminal.StreamLook;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.wire.event.Event;
import dev.outrigger.workspace.conversations.Conversations;
import dev.outrigger.workspace.conversations.StoreRefusal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A request, made of the words of a call, the files it names, what is piped in, and what is written in an editor.
public final class RequestMaker {
    private static final int USAGE = 2;

    private final JpContext context;
    private final Editor editor;
    private final RequestInputs inputs;

    public RequestMaker(JpContext context, Editor editor) {
        this.context = context;
        this.editor = editor;
        this.inputs = new RequestInputs(context.folder());
    }

    public Event.ChatRequest make(@Nullable ConversationId conversation, Conversations conversations)
            throws Problem, OutputFailed {
        var schema = schema();
        var attachments = new ArrayList<>(inputs.attachments(context.values().all("attach")));
        var words = words();
        boolean typed = StreamLook.isTerminal(0);
        var piped = typed && !words.equals("-") ? Optional.<String>empty() : RequestInputs.stdin();
        if (words.equals("-") || words.isBlank()) {
            words = piped.orElse("");
        } else {
            piped.ifPresent(text -> attachments.addFirst(new Event.Attachment("standard input", text)));
        }
        if (context.values().flag("edit") || words.isBlank()) {
            words = written(words, conversation, conversations);
        }
        return new Event.ChatRequest(words, schema, attachments, Json.EMPTY);
    }

    private String words() throws Problem {
        var given = context.values().all("TEXT");
        if (given.size() == 1
                && given.getFirst().length() > 1
                && given.getFirst().startsWith("@")
                && given.getFirst().indexOf(' ') < 0) {
            return inputs.file(given.getFirst().substring(1));
        }
        return String.join(" ", given);
    }

    private String written(String words, @Nullable ConversationId conversation, Conversations conversations)
            throws Problem {
        if (context.json() || !new Prompt().possible()) {
            throw new Problem(
                    "there is nothing to ask", "Give a text: jp query \"What changed here?\", or pipe one in.", USAGE);
        }
        try {
            var letter = editor.edit(RequestDraft.blank(words, earlier(conversation, conversations)), ".md");
            return RequestDraft.words(letter)
                    .orElseThrow(() -> new Problem("nothing was written, so nothing is asked", ""));
        } catch (Editor.EditorProblem e) {
            throw new Problem(String.valueOf(e.getMessage()), "");
        }
    }

    /// To look at while writing; without it one can write, too.
    private static List<Event> earlier(@Nullable ConversationId conversation, Conversations conversations) {
        var events = new ArrayList<Event>();
        if (conversation != null) {
            try {
                conversations.read(conversation, 0, Long.MAX_VALUE).forEach(event -> events.add(Event.of(event)));
            } catch (StoreRefusal | IOException _) {
                // One can write without having them to look at.
                return List.of();
            }
        }
        return events;
    }

    private Optional<Json.Obj> schema() throws Problem {
        var given = context.values().text("schema");
        if (given.isEmpty()) {
            return Optional.empty();
        }
        var text = given.get().strip();
        boolean written = text.startsWith("{");
        var source = written ? text : inputs.file(text);
        try {
            if (JsonText.parse(source.strip()) instanceof Json.Obj schema) {
                if (Schema.of(schema).check(Json.Null.NULL) instanceof Schema.Verdict.Unusable(var why)) {
                    throw new Problem("the schema cannot be used: " + why, "", USAGE);
                }
                return Optional.of(schema);
            }
            throw new Problem("a schema is a JSON object, and " + text + " is something else", "", USAGE);
        } catch (MalformedJson e) {
            throw new Problem("the schema " + (written ? "" : text + " ") + "is no JSON: " + e.getMessage(), "", USAGE);
        }
    }
}
