package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.AnswerFinish;
import dev.outrigger.assistant.AnswerPiece;
import dev.outrigger.assistant.Provider;
import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;

/// An answer of Ollama: objects with some more of the message each, tool calls whole.
final class OllamaReply implements ProviderReply {
    private static final AnswerPiece.Seal SEAL = new AnswerPiece.Seal(Json.object()
            .put(OllamaProvider.NAME, Json.object().put("own", true).build())
            .build());

    private final Provider.Pieces pieces;
    private final AnswerToolCalls calls;
    private final ProviderFailures failures;

    private boolean thinking;
    private String doneReason = "";
    private AnswerFinish.Usage usage = AnswerFinish.Usage.NONE;

    OllamaReply(Provider.Pieces pieces, AnswerToolCalls calls, ProviderFailures failures) {
        this.pieces = pieces;
        this.calls = calls;
        this.failures = failures;
    }

    @Override
    public boolean take(AnswerFrames frame) throws ProviderProblem, MalformedAnswer, FieldReader.Mistake {
        var event = frame.object();
        if (event.get("error").orElse(Json.Null.NULL) != Json.Null.NULL) {
            throw failures.told(event);
        }
        var fields = new FieldReader(event);
        var object = fields.objectOrNull("message");
        if (object != null) {
            message(new FieldReader(object));
        }
        if (!fields.truth("done")) {
            return false;
        }
        sealThought();
        var reason = fields.textOrEmpty("done_reason");
        doneReason = reason.isEmpty() ? "stop" : reason;
        usage = new AnswerFinish.Usage(
                fields.wholeIfAny("prompt_eval_count", 0, Integer.MAX_VALUE).orElse(0),
                fields.wholeIfAny("eval_count", 0, Integer.MAX_VALUE).orElse(0));
        return true;
    }

    private void message(FieldReader message) throws MalformedAnswer, FieldReader.Mistake {
        var thought = message.textOrEmpty("thinking");
        if (!thought.isEmpty()) {
            thinking = true;
            pieces.piece(new AnswerPiece.Thought(thought));
        }
        var text = message.textOrEmpty("content");
        if (!text.isEmpty()) {
            sealThought();
            pieces.piece(new AnswerPiece.Text(text));
        }
        for (var call : message.objects("tool_calls")) {
            sealThought();
            var function = new FieldReader(new FieldReader(call).object("function"));
            var id = new FieldReader(call).textOrEmpty("id");
            var tool = function.text("name");
            switch (function.object().get("arguments").orElse(Json.Null.NULL)) {
                case Json.Obj arguments -> calls.add(id, tool, arguments);
                case Json.Str(var written) -> calls.written(id, tool, written);
                case Json.Null _ -> calls.add(id, tool, Json.EMPTY);
                case Json other -> calls.written(id, tool, JsonText.text(other));
            }
        }
    }

    /// Ollama wants no proof, but only its own thoughts are sent back to it.
    private void sealThought() {
        if (thinking) {
            thinking = false;
            pieces.piece(SEAL);
        }
    }

    @Override
    public boolean whole() {
        return !doneReason.isEmpty();
    }

    @Override
    public AnswerFinish finish() {
        var reason = doneReason.equals("length")
                ? AnswerFinish.Reason.LENGTH
                : calls.count() > 0 ? AnswerFinish.Reason.TOOLS : AnswerFinish.Reason.DONE;
        return new AnswerFinish(reason, usage);
    }
}
