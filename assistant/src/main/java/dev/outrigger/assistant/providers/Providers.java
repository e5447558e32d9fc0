package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.Provider;
import dev.outrigger.assistant.ProviderProblem;
import java.util.List;

/// Those that there are: to have one more is its class, and its entry here.
public final class Providers {
    private static final List<Entry> ALL = List.of(
            new Entry(
                    AnthropicProvider.NAME,
                    "ANTHROPIC_API_KEY",
                    (settings, patience) -> new AnthropicProvider(settings, patience, AnswerLimits.USUAL)),
            new Entry(
                    OpenAiProvider.NAME,
                    "OPENAI_API_KEY",
                    (settings, patience) -> new OpenAiProvider(settings, patience, AnswerLimits.USUAL)),
            new Entry(
                    OllamaProvider.NAME,
                    "OLLAMA_API_KEY",
                    (settings, patience) -> new OllamaProvider(settings, patience, AnswerLimits.USUAL)),
            new Entry(
                    DemoProvider.NAME,
                    "",
                    (settings, _) -> new DemoProvider(() -> KeyRing.of(SecretKey.NONE, settings))));

    public static final List<String> NAMES = ALL.stream().map(Entry::name).toList();

    /// Where keys are found by custom, whatever the settings say.
    public static final List<KeySource> USUAL_KEYS = ALL.stream()
            .filter(one -> !one.keyVariable.isEmpty())
            .map(one -> new KeySource(one.keyVariable, ""))
            .toList();

    /// @param keyVariable where its key is by custom; "" when it has none
    private record Entry(String name, String keyVariable, Maker maker) {}

    private interface Maker {
        Provider make(ProviderSettings settings, ProviderPatience patience);
    }

    private Providers() {}

    /// Nothing is connected, and no key is read, before the first request.
    public static Provider named(String name, ProviderSettings settings) throws ProviderProblem {
        return named(name, settings, ProviderPatience.USUAL);
    }

    public static Provider named(String name, ProviderSettings settings, ProviderPatience patience)
            throws ProviderProblem {
        for (var one : ALL) {
            if (one.name.equals(name)) {
                return one.maker.make(settings, patience);
            }
        }
        throw new ProviderProblem(
                ProviderProblem.Kind.REFUSED,
                "there is no provider " + name,
                "There are " + String.join(", ", NAMES) + ".");
    }
}
