package dev.outrigger.kaged.service;

import dev.outrigger.wire.Json;

/// On whose behalf a plugin is called. What there is none of is an empty text, and `null` to the plugin.
public record Context(String operator, String project, String session, String request) {
    /// As `_context`.
    Json.Obj json() {
        return Json.object()
                .put("operator_id", orNull(operator))
                .put("project_id", orNull(project))
                .put("session_id", orNull(session))
                .put("request_id", orNull(request))
                .build();
    }

    private static Json orNull(String text) {
        return text.isEmpty() ? Json.Null.NULL : Json.of(text);
    }
}
