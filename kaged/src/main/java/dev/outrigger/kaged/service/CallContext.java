package dev.outrigger.kaged.service;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonWriter;
import java.io.IOException;

/// On whose behalf a plugin is called. What there is none of is an empty text, and `null` to the plugin.
///
/// @param project the id of a project, or as whoever asks names it
/// @param share what the plugin has of it, once that is known
public record CallContext(String operator, String project, String session, String request, ProjectShare share) {
    private static final String FIELD = "_context";

    /// Before it is known whether the plugin is there for the project.
    public CallContext(String operator, String project, String session, String request) {
        this(operator, project, session, request, ProjectShare.NONE);
    }

    CallContext within(ProjectShare known) {
        return new CallContext(operator, known.id(), session, request, known);
    }

    /// The params of a call, and this among them as `_context`; written without a copy of them being made.
    public Json.Composed in(Json.Obj params) {
        return out -> {
            out.plain("{");
            for (var field : params.fields().entrySet()) {
                // Nobody speaks for the daemon.
                if (!field.getKey().equals(FIELD)) {
                    out.string(field.getKey());
                    out.plain(":");
                    out.value(field.getValue());
                    out.plain(",");
                }
            }
            out.plain("\"_context\":{\"operator_id\":");
            write(operator, out);
            out.plain(",\"project_id\":");
            write(share.id(), out);
            out.plain(",\"session_id\":");
            write(session, out);
            out.plain(",\"request_id\":");
            write(request, out);
            var root = share.root();
            if (root != null) {
                out.plain(",\"project_root\":");
                out.string(root.toString());
                out.plain(",\"project_config\":");
                out.value(share.config());
            }
            out.plain("}}");
        };
    }

    private static void write(String text, JsonWriter out) throws IOException {
        if (text.isEmpty()) {
            out.plain("null");
        } else {
            out.string(text);
        }
    }
}
