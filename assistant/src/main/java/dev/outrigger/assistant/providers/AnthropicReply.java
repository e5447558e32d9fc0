package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.AnswerFinish;
import dev.outrigger.assistant.AnswerPiece;
import dev.outrigger.assistant.Provider;
import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;

/// An answer of Anthropic: a message of blocks, one after another.
final class AnthropicReply implements ProviderReply {
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
    private final AnswerToolCalls calls;
    private final ProviderFailures failures;

    private Block block = Block.NONE;
    private long index;
    private String id = "";
    private String tool = "";
    private final StringBuilder written = new StringBuilder();
    private boolean thought;

    private String stopReason = "";
    private long input;
    private long output;

    AnthropicReply(Provider.Pieces pieces, AnswerToolCalls calls, ProviderFailures failures) {
        this.pieces = pieces;
        this.calls = calls;
        this.failures = failures;
    }

    @Override
    public boolean take(AnswerFrames frame) throws ProviderProblem, MalformedAnswer, FieldReader.Mistake {
        var fields = new FieldReader(frame.object());
        switch (fields.text("type")) {
            case "message_start" -> usage(new FieldReader(fields.object("message")));
            case "content_block_start" -> start(fields);
            case "content_block_delta" -> delta(fields);
            case "content_block_stop" -> stop(fields);
            case "message_delta" -> {
                var said = new FieldReader(fields.object("delta")).textOrEmpty("stop_reason");
                stopReason = said.isEmpty() ? stopReason : said;
                usage(fields);
            }
            case "message_stop" -> {
                if (block != Block.NONE) {
                    throw new MalformedAnswer("its answer ends in the middle of a block");
                }
                stopReason = stopReason.isEmpty() ? "end_turn" : stopReason;
                return true;
            }
            case "error" -> throw failures.told(fields.object());
            default -> {
                // `ping`, and what is yet to come: the API says that new kinds of events are to be passed over.
            }
        }
        return false;
    }

    private void start(FieldReader fields) throws MalformedAnswer, FieldReader.Mistake {
        if (block != Block.NONE) {
            throw new MalformedAnswer("a block of its answer begins before the last one ended");
        }
        index = fields.whole("index", 0, Integer.MAX_VALUE);
        written.setLength(0);
        thought = false;
        var begun = new FieldReader(fields.object("content_block"));
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

    private void delta(FieldReader fields) throws MalformedAnswer, FieldReader.Mistake {
        belongs(fields);
        var delta = new FieldReader(fields.object("delta"));
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

    private void stop(FieldReader fields) throws MalformedAnswer, FieldReader.Mistake {
        belongs(fields);
        switch (block) {
            case CALL -> calls.written(id, tool, written.toString());
            case THOUGHT -> seal("signature");
            case REDACTED -> seal("redacted");
            case TEXT, OTHER, NONE -> {}
        }
        block = Block.NONE;
    }

    private void belongs(FieldReader fields) throws MalformedAnswer, FieldReader.Mistake {
        if (block == Block.NONE || fields.whole("index", 0, Integer.MAX_VALUE) != index) {
            throw new MalformedAnswer("a part of its answer belongs to no block");
        }
    }

    private void text(String text) {
        if (!text.isEmpty()) {
            pieces.piece(new AnswerPiece.Text(text));
        }
    }

    private void thought(String text) {
        if (!text.isEmpty()) {
            thought = true;
            pieces.piece(new AnswerPiece.Thought(text));
        }
    }

    /// Also of a thought that is not shown to us: the API wants it back.
    private void seal(String kind) {
        if (written.isEmpty()) {
            return;
        }
        if (!thought) {
            pieces.piece(new AnswerPiece.Thought(""));
        }
        pieces.piece(new AnswerPiece.Seal(Json.object()
                .put(
                        AnthropicProvider.NAME,
                        Json.object().put(kind, written.toString()).build())
                .build()));
    }

    /// Said at the start, and again at the end by some.
    private void usage(FieldReader from) throws FieldReader.Mistake {
        var object = from.objectOrNull("usage");
        if (object != null) {
            var usage = new FieldReader(object);
            long read = tokens(usage, "input_tokens")
                    + tokens(usage, "cache_creation_input_tokens")
                    + tokens(usage, "cache_read_input_tokens");
            input = Math.max(input, read);
            output = Math.max(output, tokens(usage, "output_tokens"));
        }
    }

    private static long tokens(FieldReader usage, String name) throws FieldReader.Mistake {
        return usage.wholeIfAny(name, 0, Integer.MAX_VALUE).orElse(0);
    }

    @Override
    public boolean whole() {
        return !stopReason.isEmpty() && block == Block.NONE;
    }

    @Override
    public AnswerFinish finish() {
        var reason = switch (stopReason) {
            case "max_tokens", "model_context_window_exceeded" -> AnswerFinish.Reason.LENGTH;
            case "refusal" -> AnswerFinish.Reason.REFUSED;
            default -> calls.count() > 0 ? AnswerFinish.Reason.TOOLS : AnswerFinish.Reason.DONE;
        };
        return new AnswerFinish(reason, new AnswerFinish.Usage(input, output));
    }
}
