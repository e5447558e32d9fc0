package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the `config_delta`s of a conversation say together. The index knows their batches by number, so that this does
/// not read the rest; when it lost one, all events are read.
final class ConfigDeltas {
    private static final Set<String> ENVELOPE = Set.of("type", "timestamp", "metadata", "event_id", "unsets");

    private ConfigDeltas() {}

    static long hash(int number) {
        return KnownRequests.hash(EventKind.CONFIG_DELTA, Integer.toString(number));
    }

    static Json.Obj merged(EventsSurvey survey) throws IOException, UnreadableFile {
        if (survey.tally.deltas == 0) {
            return Json.EMPTY;
        }
        var merged = survey.original ? null : byIndex(survey);
        return merged == null ? fromAll(survey) : merged;
    }

    /// Null when the index does not lead to every one of them.
    private static Json.@Nullable Obj byIndex(EventsSurvey survey) throws IOException, UnreadableFile {
        var merged = Json.EMPTY;
        int seen = 0;
        try (var index = ConversationIndex.open(survey.folder.index(), false);
                var channel = DurableFiles.read(survey.folder.events())) {
            while (index != null && seen < survey.tally.deltas) {
                var places = index.candidates(hash(seen));
                int before = seen;
                for (int i = 0; i < places.pairs() && seen == before; i++) {
                    for (var item : EventsSurvey.batchAt(channel, places.first(i), survey.tally.covered)
                            .items()) {
                        if (item instanceof Json.Obj event && isDelta(event)) {
                            merged = applied(merged, event);
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

    private static Json.Obj fromAll(EventsSurvey survey) throws IOException {
        var merged = new Json.Obj[] {Json.EMPTY};
        new StoredEvents(survey, 0, -1).forEach(event -> {
            if (isDelta(event)) {
                merged[0] = applied(merged[0], event);
            }
        });
        return merged[0];
    }

    private static boolean isDelta(Json.Obj event) {
        return event.text("type").orElse("").equals(EventKind.CONFIG_DELTA.type);
    }

    /// With its settings in `delta`. The original once had them in the event itself.
    static Json.Obj nested(Json.Obj event) {
        if (event.get("delta").isPresent() || event.get("op").isPresent()) {
            return event;
        }
        var envelope = new LinkedHashMap<String, Json>();
        var delta = new LinkedHashMap<String, Json>();
        event.fields().forEach((name, value) -> (ENVELOPE.contains(name) ? envelope : delta).put(name, value));
        envelope.put("delta", new Json.Obj(delta));
        return new Json.Obj(envelope);
    }

    /// As the original has it: a `reset` begins anew, `unsets` go before the delta comes. What else it may learn to do
    /// does nothing here.
    private static Json.Obj applied(Json.Obj below, Json.Obj event) {
        return switch (event.text("op").orElse("apply")) {
            case "apply" -> {
                var rest = below;
                if (event.get("unsets").orElse(Json.Null.NULL) instanceof Json.Arr(var paths)) {
                    for (var path : paths) {
                        rest = path instanceof Json.Str(var names) ? without(rest, names) : rest;
                    }
                }
                yield nested(event).get("delta").orElse(Json.Null.NULL) instanceof Json.Obj delta
                        ? merge(rest, delta)
                        : rest;
            }
            case "reset" -> Json.EMPTY;
            default -> below;
        };
    }

    private static Json.Obj without(Json.Obj table, String path) {
        int dot = path.indexOf('.');
        var name = dot < 0 ? path : path.substring(0, dot);
        var fields = new LinkedHashMap<>(table.fields());
        if (dot < 0) {
            fields.remove(name);
        } else {
            fields.computeIfPresent(
                    name,
                    (_, value) -> value instanceof Json.Obj inner ? without(inner, path.substring(dot + 1)) : value);
        }
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
