package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.Provider;
import dev.outrigger.assistant.ProviderProblem;
import java.util.ArrayList;
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

    public static final List<String> NAMES = names();

    /// Where keys are found by custom, whatever the settings say.
    public static final List<KeySource> USUAL_KEYS = usualKeys();

    /// @param keyVariable where its key is by custom; "" when it has none
    private record Entry(String name, String keyVariable, Maker maker) {}

    private interface Maker {
        Provider make(ProviderSettings settings, ProviderPatience patience);
    }

    private Providers() {}

    // No streams: every command and every plugin waits for these, and half of what they need is the streams' own
    // classes.

    private static List<String> names() {
        var names = new ArrayList<String>();
        for (var one : ALL) {
            names.add(one.name);
        }
        return List.copyOf(names);
    }

    private static List<KeySource> usualKeys() {
        var keys = new ArrayList<KeySource>();
        for (var one : ALL) {
            if (!one.keyVariable.isEmpty()) {
                keys.add(new KeySource(one.keyVariable, ""));
            }
        }
        return List.copyOf(keys);
    }

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
