package dev.outrigger.hosting.turn;

import dev.outrigger.assistant.Provider;
import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.assistant.providers.DemoProvider;
import dev.outrigger.assistant.providers.KeySource;
import dev.outrigger.assistant.providers.OllamaProvider;
import dev.outrigger.assistant.providers.ProviderSettings;
import dev.outrigger.assistant.providers.Providers;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.web.ProviderNetwork;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Suggestions;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.workspace.settings.Settings;
import java.time.Duration;
import java.util.Optional;

/// Who answers, with which model, and who said so.
public record ProviderChoice(Provider provider, String model, How how) {
    private static final String OLLAMA = OllamaProvider.NAME;
    private static final String DEMO = DemoProvider.NAME;
    private static final int USAGE = 2;

    /// A program on this machine answers at once, or is not there.
    private static final Duration PROBE = Duration.ofMillis(150);

    public enum How {
        /// The user, in this call.
        ASKED,
        SETTINGS,
        /// Nobody: it was found running.
        FOUND,
        /// Nobody, and there was nothing to be found.
        NOTHING_FOUND
    }

    /// `asked` is `PROVIDER/MODEL`, `PROVIDER/`, `PROVIDER`, an alias or `MODEL`; "" when the settings are to say it.
    /// The name of a model may have slashes itself.
    public static ProviderChoice of(JpContext context, String asked) throws Problem, OutputFailed {
        int slash = asked.indexOf('/');
        var first = slash < 0 ? asked : asked.substring(0, slash);
        if (Providers.NAMES.contains(first)) {
            return of(context, first, slash < 0 ? "" : asked.substring(slash + 1), How.ASKED);
        }
        var settings = context.settings();
        if (!asked.isEmpty() && !settings.text(alias(asked)).isEmpty()) {
            return ofAlias(context, asked, settings.text(alias(asked)));
        }
        refuseSlip(asked, first, slash);
        var how = asked.isEmpty() ? How.SETTINGS : How.ASKED;
        var model = asked.isEmpty() ? settings.text("assistant.model.id.name") : asked;
        var provider = settings.text("assistant.model.id.provider");
        if (!provider.isEmpty()) {
            return of(context, provider, model, how);
        }
        var found = OllamaProvider.reachable(settings(context, OLLAMA), PROBE);
        if (!found.isEmpty()) {
            return model.isEmpty()
                    ? new ProviderChoice(
                            provider(context, OLLAMA), found.getFirst().name(), How.FOUND)
                    : new ProviderChoice(provider(context, OLLAMA), model, how);
        }
        if (!model.isEmpty()) {
            throw new Problem(
                    "nobody says who runs the model " + model,
                    "Name it as PROVIDER/" + model + ", or set assistant.model.id.provider; there are "
                            + String.join(", ", Providers.NAMES) + ".");
        }
        return new ProviderChoice(provider(context, DEMO), DEMO, How.NOTHING_FOUND);
    }

    private static String alias(String name) {
        return Settings.path("providers", "llm", "aliases", name);
    }

    private static ProviderChoice ofAlias(JpContext context, String alias, String meant) throws Problem, OutputFailed {
        int slash = meant.indexOf('/');
        var provider = slash < 0 ? "" : meant.substring(0, slash);
        if (!Providers.NAMES.contains(provider)) {
            throw new Problem(
                    "the alias " + VisibleText.name(alias) + " stands for " + VisibleText.name(meant)
                            + ", and jp knows no provider of that name",
                    "There are " + String.join(", ", Providers.NAMES) + ". One that is like OpenAI's is openai with a"
                            + " base_url: set " + alias(alias) + " to PROVIDER/MODEL.",
                    USAGE);
        }
        return of(context, provider, meant.substring(slash + 1), How.ASKED);
    }

    /// `antropic/x` would go, with the request, to whoever the settings name. A model of which the name has a slash
    /// begins with its maker's, which is near that of a provider only by a slip.
    private static void refuseSlip(String asked, String first, int slash) throws Problem {
        var meant = slash > 0 ? Suggestions.nearest(first, Providers.NAMES) : Optional.<String>empty();
        if (meant.isPresent()) {
            throw new Problem(
                    "there is no provider " + VisibleText.name(first),
                    "Did you mean " + meant.get() + VisibleText.name(asked.substring(slash))
                            + "? If it is the name of a model, put its provider before it: PROVIDER/"
                            + VisibleText.name(asked),
                    USAGE);
        }
    }

    private static ProviderChoice of(JpContext context, String provider, String model, How how)
            throws Problem, OutputFailed {
        return new ProviderChoice(provider(context, provider), model.isEmpty() ? usual(context, provider) : model, how);
    }

    /// The model of a provider that was named without one.
    private static String usual(JpContext context, String provider) throws Problem, OutputFailed {
        var settings = context.settings();
        var named = settings.text("assistant.model.id.name");
        if (!named.isEmpty() && settings.text("assistant.model.id.provider").equals(provider)) {
            return named;
        }
        if (provider.equals(DEMO)) {
            return DEMO;
        }
        if (provider.equals(OLLAMA)) {
            var models = OllamaProvider.reachable(settings(context, OLLAMA), PROBE);
            if (!models.isEmpty()) {
                return models.getFirst().name();
            }
        }
        throw new Problem(
                "no model of " + provider + " is chosen",
                "`jp models " + provider + "` lists them; name one with `-m " + provider
                        + "/MODEL`, or for good in assistant.model.id.name.");
    }

    /// One that may be asked; nothing is connected yet.
    public static Provider provider(JpContext context, String name) throws Problem, OutputFailed {
        try {
            return Providers.named(name, settings(context, name));
        } catch (ProviderProblem e) {
            throw new Problem(e.what(), e.hint());
        }
    }

    public static ProviderSettings settings(JpContext context, String name) throws Problem, OutputFailed {
        var settings = context.settings();
        var prefix = "providers." + name + ".";
        return new ProviderSettings(
                settings.text(prefix + "base_url"),
                new KeySource(settings.text(prefix + "api_key_env"), settings.text(prefix + "api_key_file")),
                context.environment(),
                new ProviderNetwork(context.environment(), context.folder()),
                context.keySources(),
                new RememberedServers(context.places().state().resolve("servers")));
    }

    /// As `-m` takes it.
    public String name() {
        return provider.name() + "/" + model;
    }

    /// The same for people: whoever runs a server calls its models as they like.
    public String shown() {
        return VisibleText.name(name());
    }

    /// For whoever did not choose: what was chosen, and how to choose. "" for who did.
    public String told() {
        var change = "; choose with -m PROVIDER/MODEL, or for good with `jp config set` of"
                + " assistant.model.id.provider and assistant.model.id.name";
        return switch (how) {
            case ASKED, SETTINGS -> "";
            case FOUND -> "using " + shown() + ", since Ollama runs here" + change;
            case NOTHING_FOUND -> "using " + shown() + ", which is no AI, since no Ollama runs here" + change;
        };
    }
}
