package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.Finish;
import dev.outrigger.assistant.Piece;
import dev.outrigger.assistant.Provider;
import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.wire.Fields;
import dev.outrigger.wire.Json;

/// An answer of Anthropic: a message of blocks, one after another.
final class AnthropicReply implements Reply {
    private enum Block {
        NONE,
        TEXT,
        THOUGHT,
        REDACTED,
        CALL,
        /// Of a kind we did not ask for.
        OTHER
    }

    private final Provider.Pieces pieces;
    private final Calls calls;
    private final Failures failures;

    private Block block = Block.NONE;
    private long index;
    private String id = "";
    private String tool = "";
    private final StringBuilder written = new StringBuilder();
    private boolean thought;

    private String stopReason = "";
    private long input;
    private long output;

    AnthropicReply(Provider.Pieces pieces, Calls calls, Failures failures) {
        this.pieces = pieces;
        this.calls = calls;
        this.failures = failures;
    }

    @Override
    public boolean take(Frames frame) throws ProviderProblem, Malformed, Fields.Mistake {
        var event = frame.object();
        var fields = new Fields(event);
        switch (fields.text("type")) {
            case "message_start" -> usage(new Fields(fields.object("message")));
            case "content_block_start" -> start(fields);
            case "content_block_delta" -> delta(fields);
            case "content_block_stop" -> stop(fields);
            case "message_delta" -> {
                var said = new Fields(fields.object("delta")).textOrEmpty("stop_reason");
                stopReason = said.isEmpty() ? stopReason : said;
                usage(fields);
            }
            case "message_stop" -> {
                if (block != Block.NONE) {
                    throw new Malformed("its answer ends in the middle of a block");
                }
                stopReason = stopReason.isEmpty() ? "end_turn" : stopReason;
                return true;
            }
            case "error" -> throw failures.told(event);
            default -> {
                // `ping`, and what is yet to come: the API says that new kinds of events are to be passed over.
            }
        }
        return false;
    }

    private void start(Fields fields) throws Malformed, Fields.Mistake {
        if (block != Block.NONE) {
            throw new Malformed("a block of its answer begins before the last one ended");
        }
        index = fields.whole("index", 0, Integer.MAX_VALUE);
        written.setLength(0);
        thought = false;
        var begun = new Fields(fields.object("content_block"));
        switch (begun.text("type")) {
            case "text" -> {
                block = Block.TEXT;
                text(begun.textOrEmpty("text"));
            }
            case "thinking" -> {
                block = Block.THOUGHT;
                thought(begun.textOrEmpty("thinking"));
                written.append(begun.textOrEmpty("signature"));
            }
            case "redacted_thinking" -> {
                block = Block.REDACTED;
                written.append(begun.textOrEmpty("data"));
            }
            case "tool_use" -> {
                block = Block.CALL;
                id = begun.text("id");
                tool = begun.text("name");
            }
            default -> block = Block.OTHER;
        }
    }

    private void delta(Fields fields) throws Malformed, Fields.Mistake {
        belongs(fields);
        var delta = new Fields(fields.object("delta"));
        var type = delta.text("type");
        switch (block) {
            case TEXT -> {
                if (type.equals("text_delta")) {
                    text(delta.text("text"));
                }
            }
            case THOUGHT -> {
                if (type.equals("thinking_delta")) {
                    thought(delta.text("thinking"));
                } else if (type.equals("signature_delta")) {
                    written.append(delta.text("signature"));
                }
            }
            case CALL -> {
                if (type.equals("input_json_delta")) {
                    written.append(delta.text("partial_json"));
                }
            }
            case REDACTED, OTHER, NONE -> {
                // Nothing in them comes in parts that we could use.
            }
        }
    }

    private void stop(Fields fields) throws Malformed, Fields.Mistake {
        belongs(fields);
        switch (block) {
            case CALL -> calls.written(id, tool, written.toString());
            case THOUGHT -> seal("signature");
            case REDACTED -> seal("redacted");
            case TEXT, OTHER, NONE -> {}
        }
        block = Block.NONE;
    }

    private void belongs(Fields fields) throws Malformed, Fields.Mistake {
        if (block == Block.NONE || fields.whole("index", 0, Integer.MAX_VALUE) != index) {
            throw new Malformed("a part of its answer belongs to no block");
        }
    }

    private void text(String text) {
        if (!text.isEmpty()) {
            pieces.piece(new Piece.Text(text));
        }
    }

    private void thought(String text) {
        if (!text.isEmpty()) {
            thought = true;
            pieces.piece(new Piece.Thought(text));
        }
    }

    /// Also of a thought that is not shown to us: the API wants it back.
    private void seal(String kind) {
        if (written.isEmpty()) {
            return;
        }
        if (!thought) {
            pieces.piece(new Piece.Thought(""));
        }
        pieces.piece(new Piece.Seal(Json.object()
                .put(Anthropic.NAME, Json.object().put(kind, written.toString()).build())
                .build()));
    }

    /// Said at the start, and again at the end by some.
    private void usage(Fields from) throws Fields.Mistake {
        var object = from.objectOrNull("usage");
        if (object != null) {
            var usage = new Fields(object);
            long read = tokens(usage, "input_tokens")
                    + tokens(usage, "cache_creation_input_tokens")
                    + tokens(usage, "cache_read_input_tokens");
            input = Math.max(input, read);
            output = Math.max(output, tokens(usage, "output_tokens"));
        }
    }

    private static long tokens(Fields usage, String name) throws Fields.Mistake {
        return usage.wholeIfAny(name, 0, Integer.MAX_VALUE).orElse(0);
    }

    @Override
    public boolean whole() {
        return !stopReason.isEmpty() && block == Block.NONE;
    }

    @Override
    public Finish finish() {
        var reason = switch (stopReason) {
            case "max_tokens", "model_context_window_exceeded" -> Finish.Reason.LENGTH;
            case "refusal" -> Finish.Reason.REFUSED;
            default -> calls.count() > 0 ? Finish.Reason.TOOLS : Finish.Reason.DONE;
        };
        return new Finish(reason, new Finish.Usage(input, output));
    }
}
