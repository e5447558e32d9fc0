package dev.outrigger.kaged.project;

import dev.outrigger.wire.Json;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What the daemon keeps of a project: everything by the real path of its folder, so that a copy of the folder inherits
/// nothing. One that is not loaded keeps its id and what was decided.
public record ProjectRecord(int number, Path root, String id, boolean loaded, Map<String, Decision> decisions) {
    public ProjectRecord {
        decisions = Collections.unmodifiableMap(new LinkedHashMap<>(decisions));
    }

    public Optional<Decision> decision(String plugin) {
        return Optional.ofNullable(decisions.get(plugin));
    }

    public ProjectRecord as(String newId, boolean isLoaded) {
        return new ProjectRecord(number, root, newId, isLoaded, decisions);
    }

    public ProjectRecord with(String plugin, Decision decision) {
        var changed = new LinkedHashMap<>(decisions);
        changed.put(plugin, decision);
        return new ProjectRecord(number, root, id, loaded, changed);
    }

    Json.Obj json() {
        var decided = new LinkedHashMap<String, Json>();
        decisions.forEach((plugin, decision) -> decided.put(plugin, decision.json()));
        return Json.object()
                .put("root", root.toString())
                .put("id", id)
                .put("loaded", loaded)
                .put("decisions", new Json.Obj(decided))
                .build();
    }

    static ProjectRecord of(int number, Json.Obj json) {
        var fields = new RecordFields(json);
        var decisions = new LinkedHashMap<String, Decision>();
        var decided = fields.inner("decisions");
        for (var plugin : decided.object().fields().keySet()) {
            decisions.put(plugin, Decision.of(decided.inner(plugin)));
        }
        return new ProjectRecord(
                number, Path.of(fields.text("root")), fields.text("id"), fields.truth("loaded"), decisions);
    }
}
