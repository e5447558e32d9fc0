package dev.outrigger.jp.commands;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.Provider;
import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.assistant.providers.Providers;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.turn.ModelListCache;
import dev.outrigger.hosting.turn.ProviderChoice;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.ListColumns;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.StreamLook;
import dev.outrigger.terminal.TerminalEscapes;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// `jp models`: asks every provider at once for its models; one that does not answer costs the others nothing.
final class ModelsCommand implements ProgramCommand<JpContext> {
    private static final int LONGEST = 200;

    /// What a provider said, or why it did not; "" when it did.
    private record Listed(List<Provider.Model> models, String problem, String hint) {}

    @Override
    public Command describe() {
        return Command.named("models")
                .about("List the models that there are to choose from")
                .arg(Argument.positional("PROVIDER", "Only this one's; it is a failure then if they cannot be listed")
                        .possibleValues(Providers.NAMES)
                        .optional())
                .example("jp models ollama", "");
    }

    @Override
    public int run(JpContext context) throws Problem, OutputFailed {
        var asked = context.values().text("PROVIDER");
        var used = used(context);
        var text = new StringBuilder();
        var list = new ArrayList<Json>();
        var answers = ask(context, asked.map(List::of).orElse(Providers.NAMES));
        remember(context, answers);
        for (var each : answers.entrySet()) {
            var listed = each.getValue();
            if (asked.isPresent() && !listed.problem().isEmpty()) {
                throw new Problem(listed.problem(), listed.hint());
            }
            text.append(lines(each.getKey(), listed, used, context.look()));
            list.add(json(each.getKey(), listed, used));
        }
        context.page(text.toString(), new Json.Arr(list));
        return 0;
    }

    /// For a TAB.
    private static void remember(JpContext context, Map<String, Listed> answers) {
        var heard = new LinkedHashMap<String, List<String>>();
        answers.forEach((provider, listed) -> {
            if (listed.problem().isEmpty()) {
                heard.put(
                        provider,
                        listed.models().stream().map(Provider.Model::name).toList());
            }
        });
        new ModelListCache(context.places(), context.log()).keep(heard);
    }

    /// As PROVIDER/MODEL; "" when that is not settled, which is said.
    private static String used(JpContext context) throws OutputFailed, Problem {
        try {
            var choice = ProviderChoice.of(context, "");
            if (!choice.told().isEmpty()) {
                context.printer().note(choice.told());
            }
            return choice.name();
        } catch (Problem e) {
            context.printer().note(e.what() + ". " + e.hint());
            return "";
        }
    }

    /// All at once: one that does not answer holds nobody up.
    private static Map<String, Listed> ask(JpContext context, List<String> names) throws Problem, OutputFailed {
        var asked = new LinkedHashMap<String, Future<Listed>>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var name : names) {
                var provider = ProviderChoice.provider(context, name);
                asked.put(name, threads.submit(() -> list(provider)));
            }
        }
        var answers = new LinkedHashMap<String, Listed>();
        for (var each : asked.entrySet()) {
            try {
                answers.put(each.getKey(), each.getValue().get());
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                throw new Problem("interrupted", "");
            }
        }
        return answers;
    }

    private static Listed list(Provider provider) {
        try {
            return new Listed(provider.models(new Cancellation()), "", "");
        } catch (ProviderProblem e) {
            return new Listed(List.of(), e.what(), e.hint());
        }
    }

    private static String lines(String provider, Listed listed, String used, StreamLook look) {
        if (!listed.problem().isEmpty()) {
            return "  " + provider + ": " + listed.problem() + (listed.hint().isEmpty() ? "" : ". " + listed.hint())
                    + "\n";
        }
        if (listed.models().isEmpty()) {
            return "  " + provider + ": it has no models\n";
        }
        var columns = new ListColumns();
        for (var model : listed.models()) {
            var mark = (provider + "/" + model.name()).equals(used) ? "* " : "  ";
            columns.row(mark + shown(provider, model), TerminalEscapes.oneLine(model.note(), LONGEST));
        }
        return columns.text(look);
    }

    private static String shown(String provider, Provider.Model model) {
        return provider + "/" + VisibleText.name(Excerpt.of(model.name()));
    }

    private static Json json(String provider, Listed listed, String used) {
        var models = new ArrayList<Json>();
        for (var model : listed.models()) {
            models.add(Json.object()
                    .put("name", model.name())
                    .put("note", model.note())
                    .put("in_use", (provider + "/" + model.name()).equals(used))
                    .build());
        }
        var json = Json.object().put("provider", provider).put("models", new Json.Arr(models));
        if (!listed.problem().isEmpty()) {
            json.put("problem", listed.problem()).put("hint", listed.hint());
        }
        return json.build();
    }
}
