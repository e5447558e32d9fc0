package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.AnswerFinish;
import dev.outrigger.assistant.AnswerPiece;
import dev.outrigger.assistant.Provider;
import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.util.Map;
import java.util.TreeMap;

/// An answer of OpenAI, or of one like it: chunks, whose tool calls come in parts and all at once.
final class OpenAiReply implements ProviderReply {
    private static final int MOST_CALLS = 1000;

    private static final class Call {
        private String id = "";
        private String tool = "";
        private final StringBuilder written = new StringBuilder();
    }

    private final Provider.Pieces pieces;
    private final AnswerToolCalls calls;
    private final ProviderFailures failures;
    private final Map<Long, Call> begun = new TreeMap<>();

    private String finishReason = "";
    private boolean refused;
    private boolean handedOver;
    private boolean answered;
    private AnswerFinish.Usage usage = AnswerFinish.Usage.NONE;

    OpenAiReply(Provider.Pieces pieces, AnswerToolCalls calls, ProviderFailures failures) {
        this.pieces = pieces;
        this.calls = calls;
        this.failures = failures;
    }

    @Override
    public boolean take(AnswerFrames frame) throws ProviderProblem, MalformedAnswer, FieldReader.Mistake {
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
        var fields = new FieldReader(event);
        var spent = fields.objectOrNull("usage");
        if (spent != null) {
            usage = new AnswerFinish.Usage(
                    tokens(new FieldReader(spent), "prompt_tokens"),
                    tokens(new FieldReader(spent), "completion_tokens"));
        }
        for (var choice : fields.objects("choices")) {
            // One answer was asked for.
            if (new FieldReader(choice)
                            .wholeIfAny("index", 0, Integer.MAX_VALUE)
                            .orElse(0)
                    == 0) {
                choice(new FieldReader(choice));
            }
        }
        return false;
    }

    private static long tokens(FieldReader usage, String name) throws FieldReader.Mistake {
        return usage.wholeIfAny(name, 0, Integer.MAX_VALUE).orElse(0);
    }

    private void choice(FieldReader choice) throws MalformedAnswer, FieldReader.Mistake {
        var object = choice.objectOrNull("delta");
        if (object != null) {
            var delta = new FieldReader(object);
            // Not OpenAI's, but two names that others have for it.
            thought(delta.textOrEmpty("reasoning_content"));
            thought(object.text("reasoning").orElse(""));
            text(delta.textOrEmpty("content"));
            var refusal = delta.textOrEmpty("refusal");
            refused |= !refusal.isEmpty();
            text(refusal);
            for (var call : delta.objects("tool_calls")) {
                call(new FieldReader(call));
            }
        }
        var reason = choice.textOrEmpty("finish_reason");
        if (!reason.isEmpty()) {
            finishReason = reason;
            handOver();
        }
    }

    private void call(FieldReader part) throws MalformedAnswer, FieldReader.Mistake {
        if (handedOver) {
            throw new MalformedAnswer("a tool call comes behind the end of its answer");
        }
        var id = part.textOrEmpty("id");
        var call = begun.computeIfAbsent(place(part, id), _ -> new Call());
        if (begun.size() > MOST_CALLS) {
            throw new MalformedAnswer("its answer has more than " + MOST_CALLS + " tool calls");
        }
        answered = true;
        call.id = id.isEmpty() ? call.id : id;
        var object = part.objectOrNull("function");
        if (object != null) {
            var function = new FieldReader(object);
            var name = function.textOrEmpty("name");
            call.tool = name.isEmpty() ? call.tool : name;
            switch (object.get("arguments").orElse(Json.Null.NULL)) {
                case Json.Str(var text) -> call.written.append(text);
                case Json.Obj whole -> call.written.append(JsonText.text(whole));
                case Json.Null _ -> {}
                default -> throw new MalformedAnswer("the arguments of a tool call are no text");
            }
        }
    }

    /// Some leave the index out: then an id begins a call, and what has none belongs to the last.
    private long place(FieldReader part, String id) throws FieldReader.Mistake {
        return part.wholeIfAny("index", 0, Integer.MAX_VALUE)
                .orElse(id.isEmpty() ? Math.max(0, begun.size() - 1) : begun.size());
    }

    private void handOver() throws MalformedAnswer {
        if (handedOver) {
            return;
        }
        handedOver = true;
        for (var call : begun.values()) {
            if (call.tool.isEmpty()) {
                throw new MalformedAnswer("a tool call of its answer names no tool");
            }
            calls.written(call.id, call.tool, call.written.toString());
        }
    }

    private void text(String text) {
        if (!text.isEmpty()) {
            answered = true;
            pieces.piece(new AnswerPiece.Text(text));
        }
    }

    private void thought(String text) {
        if (!text.isEmpty()) {
            answered = true;
            pieces.piece(new AnswerPiece.Thought(text));
        }
    }

    @Override
    public boolean whole() {
        return !finishReason.isEmpty();
    }

    @Override
    public AnswerFinish finish() {
        var reason = switch (finishReason) {
            case "length" -> AnswerFinish.Reason.LENGTH;
            case "content_filter" -> AnswerFinish.Reason.REFUSED;
            default ->
                refused
                        ? AnswerFinish.Reason.REFUSED
                        : calls.count() > 0 ? AnswerFinish.Reason.TOOLS : AnswerFinish.Reason.DONE;
        };
        return new AnswerFinish(reason, usage);
    }
}
