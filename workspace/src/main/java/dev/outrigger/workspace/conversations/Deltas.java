package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/// What the `config_delta`s of a conversation say together. The index knows their batches by number, so that this does
/// not read the rest; when it lost one, all events are read.
final class Deltas {
    private Deltas() {}

    static long hash(int number) {
        return Requests.hash(Kind.CONFIG_DELTA, Integer.toString(number));
    }

    static Json.Obj merged(Survey survey) throws IOException, Unreadable {
        if (survey.tally.deltas == 0) {
            return Json.EMPTY;
        }
        var merged = survey.original ? null : byIndex(survey);
        return merged == null ? fromAll(survey) : merged;
    }

    /// Null when the index does not lead to every one of them.
    private static Json.@Nullable Obj byIndex(Survey survey) throws IOException, Unreadable {
        var merged = Json.EMPTY;
        int seen = 0;
        try (var index = Index.open(survey.folder.index(), false);
                var channel = Disk.read(survey.folder.events())) {
            while (index != null && seen < survey.tally.deltas) {
                var places = index.candidates(hash(seen));
                int before = seen;
                for (int i = 0; i < places.pairs() && seen == before; i++) {
                    for (var item : Survey.batchAt(channel, places.first(i), survey.tally.covered)
                            .items()) {
                        if (item instanceof Json.Obj event && isDelta(event)) {
                            merged = merge(merged, settings(event));
                            seen++;
                        }
                    }
                }
                if (seen == before) {
                    return null;
                }
            }
        }
        return seen == survey.tally.deltas ? merged : null;
    }

    private static Json.Obj fromAll(Survey survey) throws IOException {
        var merged = new Json.Obj[] {Json.EMPTY};
        new Events(survey, 0, -1).forEach(event -> {
            if (isDelta(event)) {
                merged[0] = merge(merged[0], settings(event));
            }
        });
        return merged[0];
    }

    private static boolean isDelta(Json.Obj event) {
        return event.text("type").orElse("").equals(Kind.CONFIG_DELTA.type);
    }

    /// The original jp has the settings in the event itself, ours in `delta`.
    private static Json.Obj settings(Json.Obj event) {
        if (event.get("delta").orElse(Json.Null.NULL) instanceof Json.Obj delta) {
            return delta;
        }
        var fields = new LinkedHashMap<>(event.fields());
        fields.remove("type");
        fields.remove("timestamp");
        fields.remove("metadata");
        return new Json.Obj(fields);
    }

    /// Tables merge, everything else replaces; as between files.
    private static Json.Obj merge(Json.Obj below, Json.Obj above) {
        var fields = new LinkedHashMap<>(below.fields());
        for (var field : above.fields().entrySet()) {
            var under = fields.get(field.getKey());
            fields.put(
                    field.getKey(),
                    under instanceof Json.Obj lower && field.getValue() instanceof Json.Obj upper
                            ? merge(lower, upper)
                            : field.getValue());
        }
        return new Json.Obj(fields);
    }
}
