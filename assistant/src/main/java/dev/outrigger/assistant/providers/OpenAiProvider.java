package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.AnswerFinish;
import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.ModelCall;
import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.wire.FieldReader;
import java.util.List;
import java.util.Locale;

/// OpenAI's chat completions, and everybody's who speaks like it.
final class OpenAiProvider extends HttpProvider {
    static final String NAME = "openai";

    private final boolean original;
    private final SchemaFallback schemas;

    OpenAiProvider(ProviderSettings settings, ProviderPatience patience, AnswerLimits limits) {
        boolean original = settings.baseUrl().strip().toLowerCase(Locale.ROOT).startsWith("https://api.openai.com/");
        // Many of the others run here, and want no key.
        var talk = new ProviderTalk(NAME, settings, patience, ProviderTalk.KeyHeader.BEARER, original, List.of());
        super(NAME, talk, limits);
        this.original = original;
        schemas = new SchemaFallback(settings.memory(), NAME + " " + settings.baseUrl());
    }

    @Override
    public AnswerFinish stream(ModelCall call, Pieces pieces, Cancellation cancellation) throws ProviderProblem {
        return schemas.stream(
                call,
                form -> talk.stream(
                        new ProviderTalk.Request(
                                "/chat/completions",
                                OpenAiRequest.of(call, original, form),
                                List.of("text/event-stream")),
                        in -> new SseFrames(in, limits),
                        (failures, filtered) ->
                                new OpenAiReply(filtered, new AnswerToolCalls(call.history(), filtered), failures),
                        pieces,
                        cancellation));
    }

    @Override
    public List<Model> models(Cancellation cancellation) throws ProviderProblem {
        return talk.models("/models", "data", OpenAiProvider::model, cancellation);
    }

    private static Model model(FieldReader listed) throws FieldReader.Mistake {
        var owner = listed.object().text("owned_by").orElse("");
        return new Model(listed.text("id"), owner.isEmpty() ? "" : "by " + owner);
    }
}
