package dev.outrigger.jp.completion;

import dev.outrigger.assistant.providers.Providers;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.registry.PluginRegistry;
import dev.outrigger.hosting.turn.AvailableTools;
import dev.outrigger.hosting.turn.InstalledToolPlugins;
import dev.outrigger.hosting.turn.ModelListCache;
import dev.outrigger.jp.help.KnownPlugins;
import dev.outrigger.terminal.ArgumentValues;
import dev.outrigger.terminal.Completion.Answer;
import dev.outrigger.terminal.Completion.Candidate;
import dev.outrigger.terminal.Completion.Files;
import dev.outrigger.terminal.Completion.Place;
import dev.outrigger.terminal.Completion.ProgramValues;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.workspace.settings.KeyOffers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// What the values of jp's own commands may be, as far as that is on the disk: nobody is asked, and nothing started.
/// Where the workspace or the settings cannot be read, nothing is offered; the command itself will say why.
///
/// @param sessions a call with these values, of which nobody hears
public record JpCandidates(Function<ArgumentValues, JpContext> sessions, KnownPlugins known) implements ProgramValues {
    private static final String PARAMETERS = "assistant.model.parameters.";
    private static final String MODEL_NAME = "assistant.model.id.name";

    @Override
    public Optional<Answer> at(Place place) {
        var subject = ArgumentSubject.of(place.path(), place.arg());
        if (subject.isEmpty() || subject.get() == ArgumentSubject.ANYTHING) {
            return Optional.empty();
        }
        var context = sessions.apply(place.given());
        try {
            if (needsSettings(subject.get())) {
                context.readSettingsSilently();
            }
            return Optional.of(new Answer(candidates(subject.get(), place, context), Files.NONE));
        } catch (Problem | IOException e) {
            context.log().add(LogLevel.DEBUG, "jp", "a TAB is answered with nothing: " + e.getMessage());
            return Optional.of(Answer.NOTHING);
        }
    }

    private static boolean needsSettings(ArgumentSubject subject) {
        return switch (subject) {
            case CONVERSATION, MODEL, PLUGIN, ANYTHING -> false;
            case KEY, VALUE_OF_KEY, ASSIGNMENT, PARAMETER, TOOL, TOOL_PLUGIN, TOOL_OR_ITS_PLUGIN, PUBLISHED_PLUGIN ->
                true;
        };
    }

    private List<Candidate> candidates(ArgumentSubject subject, Place place, JpContext context)
            throws Problem, IOException {
        return switch (subject) {
            case CONVERSATION -> ConversationNames.of(context.conversations().list());
            case KEY -> keys(place.typed(), context);
            case VALUE_OF_KEY -> values("", place.given().text("KEY").orElse(""), context);
            case ASSIGNMENT -> assignments("", place.typed(), context);
            case PARAMETER -> assignments(PARAMETERS, place.typed(), context);
            case MODEL -> models(context);
            case TOOL -> tools(context);
            case TOOL_PLUGIN -> toolPlugins(context);
            case TOOL_OR_ITS_PLUGIN -> {
                var both = new ArrayList<>(tools(context));
                both.addAll(toolPlugins(context));
                yield both;
            }
            case PLUGIN -> plugins();
            case PUBLISHED_PLUGIN -> published(context);
            case ANYTHING -> List.of();
        };
    }

    private List<Candidate> keys(String typed, JpContext context) throws Problem, OutputFailed {
        var names = new SettableNames(context, known);
        var candidates = new ArrayList<Candidate>();
        for (var offer : KeyOffers.keys(typed, names)) {
            candidates.add(new Candidate(offer.text(), offer.about(), offer.open()));
        }
        return candidates;
    }

    /// `prefix` is understood before the key, and not typed.
    private List<Candidate> assignments(String prefix, String typed, JpContext context) throws Problem, OutputFailed {
        int equals = typed.indexOf('=');
        if (equals >= 0) {
            boolean json = equals > 0 && typed.charAt(equals - 1) == ':';
            return values(
                    typed.substring(0, equals + 1), prefix + typed.substring(0, json ? equals - 1 : equals), context);
        }
        var candidates = new ArrayList<Candidate>();
        for (var key : keys(prefix + typed, context)) {
            if (key.text().startsWith(prefix)) {
                candidates.add(new Candidate(
                        key.text().substring(prefix.length()) + (key.open() ? "" : "="), key.said(), true));
            }
        }
        return candidates;
    }

    private static List<Candidate> values(String before, String key, JpContext context) throws Problem, OutputFailed {
        var candidates = new ArrayList<Candidate>();
        if (key.equals(MODEL_NAME)) {
            var provider = context.settings().text("assistant.model.id.provider");
            for (var name :
                    new ModelListCache(context.places(), context.log()).all().getOrDefault(provider, List.of())) {
                candidates.add(new Candidate(before + name, provider));
            }
        }
        for (var offer : KeyOffers.values(key)) {
            candidates.add(new Candidate(before + offer.text(), offer.about()));
        }
        return candidates;
    }

    private static List<Candidate> models(JpContext context) throws Problem, OutputFailed {
        var candidates = new ArrayList<Candidate>();
        if (context.settings().at("providers.llm.aliases").orElse(Json.EMPTY) instanceof Json.Obj(var aliases)) {
            aliases.forEach((alias, model) ->
                    candidates.add(new Candidate(alias, model instanceof Json.Str(var name) ? name : "")));
        }
        var listed = new ModelListCache(context.places(), context.log()).all();
        for (var provider : Providers.NAMES) {
            var models = listed.getOrDefault(provider, List.of());
            if (models.isEmpty()) {
                candidates.add(new Candidate(provider, "`jp models` asks it for its models"));
            }
            for (var model : models) {
                candidates.add(new Candidate(provider + "/" + model, ""));
            }
        }
        return candidates;
    }

    private static List<Candidate> tools(JpContext context) throws Problem, OutputFailed {
        var candidates = new ArrayList<Candidate>();
        for (var each : AvailableTools.remembered(context)) {
            candidates.add(new Candidate(each.name(), each.tool().definition().description()));
        }
        return candidates;
    }

    private static List<Candidate> toolPlugins(JpContext context) throws Problem, OutputFailed {
        var candidates = new ArrayList<Candidate>();
        for (var each : InstalledToolPlugins.store(context).list().plugins()) {
            candidates.add(new Candidate(each.id(), each.manifest().description()));
        }
        return candidates;
    }

    private List<Candidate> plugins() {
        var candidates = new ArrayList<Candidate>();
        for (var plugin : known.plugins()) {
            var brief = known.brief(plugin);
            candidates.add(
                    new Candidate(plugin.id(), brief.isPresent() ? brief.get().about() : ""));
        }
        return candidates;
    }

    private static List<Candidate> published(JpContext context) throws Problem, OutputFailed {
        var candidates = new ArrayList<Candidate>();
        var registry = PluginRegistry.cached(context.places(), context.settings());
        if (registry.isPresent()) {
            for (var entry : registry.get().entries()) {
                candidates.add(new Candidate(entry.id(), entry.description()));
            }
        }
        return candidates;
    }
}
