package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.AnswerFinish;
import dev.outrigger.assistant.AnswerPiece;
import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.ModelCall;
import dev.outrigger.assistant.Provider;
import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.assistant.ToolDefinition;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.event.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the tests of all providers need.
final class ProviderFixture {
    static final String KEY = "sk-very-secret-0123456789";
    static final ProviderPatience PATIENT =
            new ProviderPatience(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(30));

    private ProviderFixture() {}

    /// An answer that says "Hé" and nothing more, in a provider's form.
    static String said(String provider) {
        return switch (provider) {
            case "anthropic" -> """
            event: message_start
            data: {"type":"message_start","message":{"id":"m","usage":{"input_tokens":7,"output_tokens":1}}}

            event: content_block_start
            data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

            event: ping
            data: {"type":"ping"}

            event: content_block_delta
            data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hé"}}

            event: content_block_stop
            data: {"type":"content_block_stop","index":0}

            event: message_delta
            data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":3}}

            event: message_stop
            data: {"type":"message_stop"}

            """;
            case "openai" -> """
            data: {"id":"c","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}],"usage":null}

            data: {"id":"c","choices":[{"index":0,"delta":{"content":"Hé"},"finish_reason":null}],"usage":null}

            data: {"id":"c","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":null}

            data: {"id":"c","choices":[],"usage":{"prompt_tokens":7,"completion_tokens":3,"total_tokens":10}}

            data: [DONE]

            """;
            default -> """
            {"model":"m","message":{"role":"assistant","content":"H"},"done":false}
            {"model":"m","message":{"role":"assistant","content":"é"},"done":false}
            {"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","prompt_eval_count":7,"eval_count":3}
            """;
        };
    }

    static String type(String provider) {
        return provider.equals("ollama") ? "application/x-ndjson" : "text/event-stream";
    }

    static ProviderSettings settings(String url) {
        return settings(url, Map.of("KEY", KEY));
    }

    static ProviderSettings settings(String url, Map<String, String> environment) {
        return new ProviderSettings(url, new KeySource("KEY", ""), environment, new NetworkAccess.Direct());
    }

    static Provider provider(String name, String url) throws ProviderProblem {
        return Providers.named(name, settings(url), PATIENT);
    }

    static Provider provider(String name, String url, ServerMemory memory) throws ProviderProblem {
        return Providers.named(name, settings(url).with(memory), PATIENT);
    }

    static ModelCall call(Event... history) {
        return new ModelCall("m", "", List.of(history), List.of(), Optional.empty(), Json.EMPTY);
    }

    static ModelCall hello() {
        return call(new Event.ChatRequest("Hello"));
    }

    static ToolDefinition tool() {
        return new ToolDefinition(
                "weather", "Tells it", Json.object().put("type", "object").build());
    }

    /// What came of a call.
    record Heard(List<AnswerPiece> pieces, AnswerFinish finish) {
        String text() {
            var text = new StringBuilder();
            for (var piece : pieces) {
                if (piece instanceof AnswerPiece.Text(var some)) {
                    text.append(some);
                }
            }
            return text.toString();
        }
    }

    static Heard hear(Provider provider, ModelCall call) throws ProviderProblem {
        var pieces = new ArrayList<AnswerPiece>();
        var finish = provider.stream(call, pieces::add, new Cancellation());
        return new Heard(pieces, finish);
    }

    static ProviderProblem problem(Provider provider) {
        try {
            hear(provider, hello());
        } catch (ProviderProblem e) {
            if ((e.what() + e.hint() + e).contains(KEY)) {
                throw new AssertionError("the key is told");
            }
            return e;
        }
        throw new AssertionError("it did not fail");
    }
}
