package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.AnswerPiece;
import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.fuzz.base.ChunkedInput;
import dev.outrigger.fuzz.base.Target;
import dev.outrigger.wire.FieldReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The stream of a provider's answer, however its bytes arrive.
public final class ReplyTarget implements Target {
    private static final AnswerLimits LIMITS = new AnswerLimits(16 << 10, 48 << 10);

    public enum Provider {
        ANTHROPIC,
        OPENAI,
        OLLAMA
    }

    private final Provider provider;

    public ReplyTarget(Provider provider) {
        this.provider = provider;
    }

    @Override
    public String name() {
        return switch (provider) {
            case ANTHROPIC -> "sse-anthropic";
            case OPENAI -> "sse-openai";
            case OLLAMA -> "lines-ollama";
        };
    }

    @Override
    public List<String> words() {
        return List.of(
                "data: ",
                "data:",
                "event: ",
                ": ping\n",
                "\n\n",
                "\r\n",
                "\r",
                "[DONE]",
                "\"type\":",
                "\"content_block_start\"",
                "\"content_block_delta\"",
                "\"content_block_stop\"",
                "\"index\":0",
                "\"tool_use\"",
                "\"message_stop\"",
                "\"usage\":{",
                "\"input_tokens\":",
                "\"error\":{",
                "\"choices\":[{",
                "\"delta\":{",
                "\"tool_calls\":[{",
                "\"function\":{",
                "\"arguments\":",
                "\"finish_reason\":\"stop\"",
                "\"done\":true",
                "\"message\":{",
                "\"thinking\":",
                "\"partial_json\":\"{\"");
    }

    @Override
    public String read(byte[] input) throws Exception {
        var whole = heard(input, Integer.MAX_VALUE);
        var inPieces = heard(input, 1 + input.length / 7);
        if (!whole.equals(inPieces)) {
            throw new Broken("it depends on how the bytes arrive");
        }
        return whole.get(whole.size() - 1);
    }

    /// What was said, piece by piece, and how it ended.
    private List<String> heard(byte[] input, int most) throws IOException, ProviderProblem {
        var heard = new ArrayList<String>();
        var settings =
                new ProviderSettings("https://example.com", KeySource.NONE, Map.of(), new NetworkAccess.Direct());
        var failures = new ProviderFailures("someone", settings, ProviderAccess.of("someone", settings, false));
        var pieces = (dev.outrigger.assistant.Provider.Pieces) piece -> heard.add(words(piece));
        var calls = new AnswerToolCalls(List.of(), pieces);
        var in = new ChunkedInput(input, most);
        AnswerFrames frames = provider == Provider.OLLAMA ? new JsonLineFrames(in, LIMITS) : new SseFrames(in, LIMITS);
        var reply = switch (provider) {
            case ANTHROPIC -> new AnthropicReply(pieces, calls, failures);
            case OPENAI -> new OpenAiReply(pieces, calls, failures);
            case OLLAMA -> new OllamaReply(pieces, calls, failures);
        };
        try {
            while (frames.next()) {
                if (reply.take(frames)) {
                    break;
                }
            }
            heard.add("ended " + reply.whole() + " " + reply.finish().reason());
        } catch (MalformedAnswer e) {
            heard.add(e.what());
        } catch (FieldReader.Mistake e) {
            heard.add(e.what());
        } catch (ProviderProblem e) {
            heard.add(String.valueOf(e.getMessage()));
        }
        return heard;
    }

    /// The ids that we give ourselves differ each time.
    private static String words(AnswerPiece piece) {
        return switch (piece) {
            case AnswerPiece.Call(var _, var tool, var arguments) -> "call " + tool + arguments;
            case AnswerPiece.BadCall(var _, var tool, var written, var why) -> "bad call " + tool + written + why;
            case AnswerPiece other -> other.toString();
        };
    }
}
