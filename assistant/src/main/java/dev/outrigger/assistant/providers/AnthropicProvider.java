package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.AnswerFinish;
import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.ModelCall;
import dev.outrigger.assistant.ProviderProblem;
import java.util.List;

/// Anthropic's messages API.
final class AnthropicProvider extends HttpProvider {
    static final String NAME = "anthropic";

    AnthropicProvider(ProviderSettings settings, ProviderPatience patience, AnswerLimits limits) {
        var talk = new ProviderTalk(
                NAME,
                settings,
                patience,
                ProviderTalk.KeyHeader.X_API_KEY,
                true,
                List.of("anthropic-version", "2023-06-01"));
        super(NAME, talk, limits);
    }

    @Override
    public AnswerFinish stream(ModelCall call, Pieces pieces, Cancellation cancellation) throws ProviderProblem {
        return talk.stream(
                new ProviderTalk.Request("/v1/messages", AnthropicRequest.of(call), List.of("text/event-stream")),
                in -> new SseFrames(in, limits),
                (failures, filtered) ->
                        new AnthropicReply(filtered, new AnswerToolCalls(call.history(), filtered), failures),
                pieces,
                cancellation);
    }

    @Override
    public List<Model> models(Cancellation cancellation) throws ProviderProblem {
        return talk.models(
                "/v1/models?limit=1000",
                "data",
                model -> new Model(model.text("id"), model.textOrEmpty("display_name")),
                cancellation);
    }
}
