package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.Provider;
import dev.outrigger.assistant.ProviderProblem;
import java.util.List;

/// Those that there are.
public final class Providers {
    private static final String DEMO = "demo";

    public static final List<String> NAMES =
            List.of(AnthropicProvider.NAME, OpenAiProvider.NAME, OllamaProvider.NAME, DEMO);

    /// Where keys are found by custom, whatever the settings say.
    public static final List<KeySource> USUAL_KEYS = List.of(
            new KeySource("ANTHROPIC_API_KEY", ""),
            new KeySource("OPENAI_API_KEY", ""),
            new KeySource("OLLAMA_API_KEY", ""));

    private Providers() {}

    /// Nothing is connected, and no key is read, before the first request.
    public static Provider named(String name, ProviderSettings settings) throws ProviderProblem {
        return named(name, settings, ProviderPatience.USUAL);
    }

    public static Provider named(String name, ProviderSettings settings, ProviderPatience patience)
            throws ProviderProblem {
        return switch (name) {
            case AnthropicProvider.NAME -> new AnthropicProvider(settings, patience, AnswerLimits.USUAL);
            case OpenAiProvider.NAME -> new OpenAiProvider(settings, patience, AnswerLimits.USUAL);
            case OllamaProvider.NAME -> new OllamaProvider(settings, patience, AnswerLimits.USUAL);
            case DEMO -> new DemoProvider(() -> KeyRing.of(SecretKey.NONE, settings));
            default ->
                throw new ProviderProblem(
                        ProviderProblem.Kind.REFUSED,
                        "there is no provider " + name,
                        "There are " + String.join(", ", NAMES) + ".");
        };
    }
}
