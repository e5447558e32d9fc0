package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.Finish;
import dev.outrigger.assistant.ModelCall;
import dev.outrigger.assistant.Provider;
import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.wire.Fields;
import dev.outrigger.wire.Json;
import java.util.List;
import java.util.Locale;

/// OpenAI's chat completions, and everybody's who speaks like it.
final class OpenAi implements Provider {
    static final String NAME = "openai";

    private final Limits limits;
    private final boolean original;
    private final Talk talk;
    private final SchemaForms schemas;

    OpenAi(ProviderSettings settings, Patience patience, Limits limits) {
        this.limits = limits;
        schemas = new SchemaForms(settings.memory(), NAME + " " + settings.baseUrl());
        original = settings.baseUrl().strip().toLowerCase(Locale.ROOT).startsWith("https://api.openai.com/");
        // Many of the others run here, and want no key.
        talk = new Talk(NAME, settings, patience, Talk.KeyHeader.BEARER, original, List.of());
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Finish stream(ModelCall call, Pieces pieces, Cancellation cancellation) throws ProviderProblem {
        return schemas.stream(
                call,
                form -> talk.stream(
                        new Talk.Request(
                                "/chat/completions",
                                OpenAiRequest.of(call, original, form),
                                List.of("text/event-stream")),
                        in -> new Sse(in, limits),
                        (failures, filtered) ->
                                new OpenAiReply(filtered, new Calls(call.history(), filtered), failures),
                        pieces,
                        cancellation));
    }

    @Override
    public Json withoutKeys(Json value) {
        return talk.withoutKeys(value);
    }

    @Override
    public List<Model> models(Cancellation cancellation) throws ProviderProblem {
        return talk.models("/models", "data", OpenAi::model, cancellation);
    }

    private static Model model(Fields listed) throws Fields.Mistake {
        var owner = listed.object().text("owned_by").orElse("");
        return new Model(listed.text("id"), owner.isEmpty() ? "" : "by " + owner);
    }
}
