package dev.outrigger.kaged.project;

import dev.outrigger.wire.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// How a project stands: ready when each of its plugins is active. `problem` is why its file cannot be used, or empty.
public record ProjectStanding(ProjectRecord record, String name, String problem, List<DeclaredPlugin> plugins) {
    public ProjectStanding {
        plugins = List.copyOf(plugins);
    }

    static ProjectStanding broken(ProjectRecord record, String problem) {
        return new ProjectStanding(record, "", problem, List.of());
    }

    public String id() {
        return record.id();
    }

    public Path root() {
        return record.root();
    }

    public String state() {
        if (!record.loaded()) {
            return "unloaded";
        }
        if (!problem.isEmpty()) {
            return "broken";
        }
        return plugins.stream().allMatch(DeclaredPlugin::active) ? "ready" : "pending";
    }

    public Optional<DeclaredPlugin> plugin(String wanted) {
        return plugins.stream().filter(each -> each.name().equals(wanted)).findFirst();
    }

    public Json.Obj json() {
        return Json.object()
                .put("id", id())
                .put("name", name)
                .put("root", root().toString())
                .put("state", state())
                .put("problem", problem)
                .put(
                        "plugins",
                        new Json.Arr(
                                plugins.stream().<Json>map(DeclaredPlugin::json).toList()))
                .build();
    }
}
