package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.Finish;
import dev.outrigger.assistant.Piece;
import dev.outrigger.assistant.Provider;
import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.wire.Fields;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.util.Map;
import java.util.TreeMap;

/// An answer of OpenAI, or of one like it: chunks, whose tool calls come in parts and all at once.
final class OpenAiReply implements Reply {
    private static final int MOST_CALLS = 1000;

    private static final class Call {
        private String id = "";
        private String tool = "";
        private final StringBuilder written = new StringBuilder();
    }

    private final Provider.Pieces pieces;
    private final Calls calls;
    private final Failures failures;
    private final Map<Long, Call> begun = new TreeMap<>();

    private String finishReason = "";
    private boolean refused;
    private boolean handedOver;
    private boolean answered;
    private Finish.Usage usage = Finish.Usage.NONE;

    OpenAiReply(Provider.Pieces pieces, Calls calls, Failures failures) {
        this.pieces = pieces;
        this.calls = calls;
        this.failures = failures;
    }

    @Override
    public boolean take(Frames frame) throws ProviderProblem, Malformed, Fields.Mistake {
        if (frame.says("[DONE]")) {
            handOver();
            // Some say no more than this; but who has said nothing at all has not answered.
            finishReason = finishReason.isEmpty() && answered ? "stop" : finishReason;
            return true;
        }
        var event = frame.object();
        if (event.get("error").orElse(Json.Null.NULL) != Json.Null.NULL) {
            throw failures.told(event);
        }
        var fields = new Fields(event);
        var spent = fields.objectOrNull("usage");
        if (spent != null) {
            usage = new Finish.Usage(
                    tokens(new Fields(spent), "prompt_tokens"), tokens(new Fields(spent), "completion_tokens"));
        }
        for (var choice : fields.objects("choices")) {
            // One answer was asked for.
            if (new Fields(choice).wholeIfAny("index", 0, Integer.MAX_VALUE).orElse(0) == 0) {
                choice(new Fields(choice));
            }
        }
        return false;
    }

    private static long tokens(Fields usage, String name) throws Fields.Mistake {
        return usage.wholeIfAny(name, 0, Integer.MAX_VALUE).orElse(0);
    }

    private void choice(Fields choice) throws Malformed, Fields.Mistake {
        var object = choice.objectOrNull("delta");
        if (object != null) {
            var delta = new Fields(object);
            // Not OpenAI's, but two names that others have for it.
            thought(delta.textOrEmpty("reasoning_content"));
            thought(object.text("reasoning").orElse(""));
            text(delta.textOrEmpty("content"));
            var refusal = delta.textOrEmpty("refusal");
            refused |= !refusal.isEmpty();
            text(refusal);
            for (var call : delta.objects("tool_calls")) {
                call(new Fields(call));
            }
        }
        var reason = choice.textOrEmpty("finish_reason");
        if (!reason.isEmpty()) {
            finishReason = reason;
            handOver();
        }
    }

    private void call(Fields part) throws Malformed, Fields.Mistake {
        if (handedOver) {
            throw new Malformed("a tool call comes behind the end of its answer");
        }
        var id = part.textOrEmpty("id");
        var call = begun.computeIfAbsent(place(part, id), _ -> new Call());
        if (begun.size() > MOST_CALLS) {
            throw new Malformed("its answer has more than " + MOST_CALLS + " tool calls");
        }
        answered = true;
        call.id = id.isEmpty() ? call.id : id;
        var object = part.objectOrNull("function");
        if (object != null) {
            var function = new Fields(object);
            var name = function.textOrEmpty("name");
            call.tool = name.isEmpty() ? call.tool : name;
            switch (object.get("arguments").orElse(Json.Null.NULL)) {
                case Json.Str(var text) -> call.written.append(text);
                case Json.Obj whole -> call.written.append(JsonText.text(whole));
                case Json.Null _ -> {}
                default -> throw new Malformed("the arguments of a tool call are no text");
            }
        }
    }

    /// Some leave the index out: then an id begins a call, and what has none belongs to the last.
    private long place(Fields part, String id) throws Fields.Mistake {
        return part.wholeIfAny("index", 0, Integer.MAX_VALUE)
                .orElse(id.isEmpty() ? Math.max(0, begun.size() - 1) : begun.size());
    }

    private void handOver() throws Malformed {
        if (handedOver) {
            return;
        }
        handedOver = true;
        for (var call : begun.values()) {
            if (call.tool.isEmpty()) {
                throw new Malformed("a tool call of its answer names no tool");
            }
            calls.written(call.id, call.tool, call.written.toString());
        }
    }

    private void text(String text) {
        if (!text.isEmpty()) {
            answered = true;
            pieces.piece(new Piece.Text(text));
        }
    }

    private void thought(String text) {
        if (!text.isEmpty()) {
            answered = true;
            pieces.piece(new Piece.Thought(text));
        }
    }

    @Override
    public boolean whole() {
        return !finishReason.isEmpty();
    }

    @Override
    public Finish finish() {
        var reason = switch (finishReason) {
            case "length" -> Finish.Reason.LENGTH;
            case "content_filter" -> Finish.Reason.REFUSED;
            default -> refused ? Finish.Reason.REFUSED : calls.count() > 0 ? Finish.Reason.TOOLS : Finish.Reason.DONE;
        };
        return new Finish(reason, usage);
    }
}
