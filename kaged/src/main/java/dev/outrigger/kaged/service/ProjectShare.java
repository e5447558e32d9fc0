package dev.outrigger.kaged.service;

import dev.outrigger.wire.Json;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What a plugin has of a project that it is active for: who the project is, where it lies, and what it says in its
/// list to configure the plugin.
public record ProjectShare(String id, String name, @Nullable Path root, Json.Obj config) {
    /// Of whatever is done for no project.
    public static final ProjectShare NONE = new ProjectShare("", "", null, Json.EMPTY);

    /// For those that are told which projects there are.
    Json.Obj json() {
        return Json.object().put("project_id", id).put("name", name).build();
    }
}
