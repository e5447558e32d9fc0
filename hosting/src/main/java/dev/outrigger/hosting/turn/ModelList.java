package dev.outrigger.hosting.turn;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.Provider;
import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// What one provider said when it was asked for its models.
///
/// @param problem why it did not say; "" when it did
public record ModelList(String provider, List<Provider.Model> models, String problem, String hint) {
    public ModelList {
        models = List.copyOf(models);
    }

    /// All at once: one that does not answer holds nobody up. The answers are remembered for a TAB.
    public static List<ModelList> ask(JpContext context, List<String> providers) throws Problem, OutputFailed {
        var asked = new ArrayList<Future<ModelList>>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var name : providers) {
                var provider = ProviderChoice.provider(context, name);
                asked.add(threads.submit(() -> list(name, provider)));
            }
        }
        var answers = new ArrayList<ModelList>();
        for (var each : asked) {
            try {
                answers.add(each.get());
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                throw new Problem("interrupted", "");
            }
        }
        remember(context, answers);
        return answers;
    }

    private static ModelList list(String name, Provider provider) {
        try {
            return new ModelList(name, provider.models(new Cancellation()), "", "");
        } catch (ProviderProblem e) {
            return new ModelList(name, List.of(), e.what(), e.hint());
        }
    }

    private static void remember(JpContext context, List<ModelList> answers) {
        Map<String, List<String>> heard = new LinkedHashMap<>();
        for (var each : answers) {
            if (each.problem.isEmpty()) {
                heard.put(
                        each.provider,
                        each.models.stream().map(Provider.Model::name).toList());
            }
        }
        new ModelListCache(context.places(), context.log()).keep(heard);
    }

    /// For programs.
    ///
    /// @param used the one that is asked when nobody says otherwise, as PROVIDER/MODEL; "" when that is not settled
    public Json.Obj json(String used) {
        var all = new ArrayList<Json>();
        for (var model : models) {
            all.add(Json.object()
                    .put("name", model.name())
                    .put("note", model.note())
                    .put("in_use", (provider + "/" + model.name()).equals(used))
                    .build());
        }
        var json = Json.object().put("provider", provider).put("models", new Json.Arr(all));
        if (!problem.isEmpty()) {
            json.put("problem", problem).put("hint", hint);
        }
        return json.build();
    }
}
