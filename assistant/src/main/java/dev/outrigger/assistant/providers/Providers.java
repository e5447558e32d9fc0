package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.Provider;
import dev.outrigger.assistant.ProviderProblem;
import java.util.List;

/// Those that there are.
public final class Providers {
    private static final String DEMO = "demo";

    public static final List<String> NAMES = List.of(Anthropic.NAME, OpenAi.NAME, Ollama.NAME, DEMO);

    private Providers() {}

    /// Nothing is connected, and no key is read, before the first request.
    public static Provider named(String name, ProviderSettings settings) throws ProviderProblem {
        return named(name, settings, Patience.USUAL);
    }

    public static Provider named(String name, ProviderSettings settings, Patience patience) throws ProviderProblem {
        return switch (name) {
            case Anthropic.NAME -> new Anthropic(settings, patience, Limits.USUAL);
            case OpenAi.NAME -> new OpenAi(settings, patience, Limits.USUAL);
            case Ollama.NAME -> new Ollama(settings, patience, Limits.USUAL);
            case DEMO -> new Demo();
            default ->
                throw new ProviderProblem(
                        ProviderProblem.Kind.REFUSED,
                        "there is no provider " + name,
                        "There are " + String.join(", ", NAMES) + ".");
        };
    }
}
