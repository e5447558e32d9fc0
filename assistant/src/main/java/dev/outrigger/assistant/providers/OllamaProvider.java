package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.AnswerFinish;
import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.ModelCall;
import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Ollama's own API.
public final class OllamaProvider extends HttpProvider {
    public static final String NAME = "ollama";
    private static final int HTTPS = 443;
    private static final int HTTP = 80;

    /// Both are in use, by Ollama and by what stands before it.
    private static final List<String> STREAMS = List.of("application/x-ndjson", "application/json");

    private final SchemaFallback schemas;

    OllamaProvider(ProviderSettings settings, ProviderPatience patience, AnswerLimits limits) {
        var talk = new ProviderTalk(NAME, settings, patience, ProviderTalk.KeyHeader.BEARER, false, List.of());
        super(NAME, talk, limits);
        schemas = new SchemaFallback(settings.memory(), NAME + " " + settings.baseUrl());
    }

    /// Its models, when it answers within this time; none when it does not. Nothing but a socket is needed to see that
    /// nobody is there.
    public static List<Model> reachable(ProviderSettings settings, Duration time) {
        try {
            var uri = ProviderAccess.uri(settings.baseUrl(), "providers.ollama.base_url");
            int usual = uri.getScheme().equalsIgnoreCase("https") ? HTTPS : HTTP;
            var host = uri.getHost().replaceAll("[\\[\\]]", "");
            try (var socket = new Socket()) {
                socket.connect(
                        new InetSocketAddress(host, uri.getPort() < 0 ? usual : uri.getPort()),
                        Math.toIntExact(time.toMillis()));
            }
            // Whoever listens may be busy with a model.
            var patience = new ProviderPatience(time, time.multipliedBy(10), time.multipliedBy(10));
            return new OllamaProvider(settings, patience, AnswerLimits.USUAL).models(new Cancellation());
        } catch (IOException | ProviderProblem _) {
            // Nobody is there, or somebody else.
            return List.of();
        }
    }

    @Override
    public AnswerFinish stream(ModelCall call, Pieces pieces, Cancellation cancellation) throws ProviderProblem {
        return schemas.stream(
                call,
                form -> talk.stream(
                        new ProviderTalk.Request("/api/chat", OllamaRequest.of(call, form), STREAMS),
                        in -> new JsonLineFrames(in, limits),
                        (failures, filtered) ->
                                new OllamaReply(filtered, new AnswerToolCalls(call.history(), filtered), failures),
                        pieces,
                        cancellation));
    }

    @Override
    public List<Model> models(Cancellation cancellation) throws ProviderProblem {
        return talk.models(
                "/api/tags", "models", model -> new Model(model.text("name"), note(model.object())), cancellation);
    }

    private static String note(Json.Obj model) {
        var parts = new ArrayList<String>();
        if (model.get("details").orElse(Json.Null.NULL) instanceof Json.Obj details) {
            details.text("parameter_size").filter(text -> !text.isEmpty()).ifPresent(parts::add);
            details.text("quantization_level").filter(text -> !text.isEmpty()).ifPresent(parts::add);
        }
        if (model.get("size").orElse(Json.Null.NULL) instanceof Json.Num(var digits) && digits.matches("\\d{7,15}")) {
            parts.add(String.format(Locale.ROOT, "%.1f GB", Long.parseLong(digits) / 1e9));
        }
        return String.join(", ", parts);
    }
}
