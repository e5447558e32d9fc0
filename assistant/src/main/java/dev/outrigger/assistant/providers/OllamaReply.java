package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.Finish;
import dev.outrigger.assistant.Piece;
import dev.outrigger.assistant.Provider;
import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.wire.Fields;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;

/// An answer of Ollama: objects with some more of the message each, tool calls whole.
final class OllamaReply implements Reply {
    private static final Piece.Seal SEAL = new Piece.Seal(Json.object()
            .put(Ollama.NAME, Json.object().put("own", true).build())
            .build());

    private final Provider.Pieces pieces;
    private final Calls calls;
    private final Failures failures;

    private boolean thinking;
    private String doneReason = "";
    private Finish.Usage usage = Finish.Usage.NONE;

    OllamaReply(Provider.Pieces pieces, Calls calls, Failures failures) {
        this.pieces = pieces;
        this.calls = calls;
        this.failures = failures;
    }

    @Override
    public boolean take(Frames frame) throws ProviderProblem, Malformed, Fields.Mistake {
        var event = frame.object();
        if (event.get("error").orElse(Json.Null.NULL) != Json.Null.NULL) {
            throw failures.told(event);
        }
        var fields = new Fields(event);
        var object = fields.objectOrNull("message");
        if (object != null) {
            message(new Fields(object));
        }
        if (!fields.truth("done")) {
            return false;
        }
        sealThought();
        var reason = fields.textOrEmpty("done_reason");
        doneReason = reason.isEmpty() ? "stop" : reason;
        usage = new Finish.Usage(
                fields.wholeIfAny("prompt_eval_count", 0, Integer.MAX_VALUE).orElse(0),
                fields.wholeIfAny("eval_count", 0, Integer.MAX_VALUE).orElse(0));
        return true;
    }

    private void message(Fields message) throws Malformed, Fields.Mistake {
        var thought = message.textOrEmpty("thinking");
        if (!thought.isEmpty()) {
            thinking = true;
            pieces.piece(new Piece.Thought(thought));
        }
        var text = message.textOrEmpty("content");
        if (!text.isEmpty()) {
            sealThought();
            pieces.piece(new Piece.Text(text));
        }
        for (var call : message.objects("tool_calls")) {
            sealThought();
            var function = new Fields(new Fields(call).object("function"));
            var id = new Fields(call).textOrEmpty("id");
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
    public Finish finish() {
        var reason = doneReason.equals("length")
                ? Finish.Reason.LENGTH
                : calls.count() > 0 ? Finish.Reason.TOOLS : Finish.Reason.DONE;
        return new Finish(reason, usage);
    }
}
