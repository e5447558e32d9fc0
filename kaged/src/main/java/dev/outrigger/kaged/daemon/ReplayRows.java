package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.audit.AuditEntry;
import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.audit.Redaction;
import dev.outrigger.kaged.service.DaemonServices;
import dev.outrigger.wire.Json;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What a replay leaves in the audit: that it began, each call, and how it ended. All of a kind of their own, and by
/// events of their own, so that nobody takes a played call for a real one; each names the row of the beginning.
final class ReplayRows {
    private final DaemonServices grounds;
    private final String user;
    private final String plugin;
    private final long begun = System.nanoTime();
    private final long id;

    private ReplayRows(DaemonServices grounds, String user, String plugin, Json.Obj about) throws AuditFailure {
        this.grounds = grounds;
        this.user = user;
        this.plugin = plugin;
        grounds.audit().admit();
        this.id = append("began", "", -1, about);
    }

    static ReplayRows begin(DaemonServices grounds, String user, String plugin, Json.Obj about) throws AuditFailure {
        return new ReplayRows(grounds, user, plugin, about);
    }

    /// The number of the row that tells of the beginning.
    long id() {
        return id;
    }

    /// `answer` is what the plugin said, if it did.
    void called(ReplayScript.Call call, Redaction redaction, Json.@Nullable Obj answer, Duration took)
            throws AuditFailure {
        var said = answer == null ? Json.object().build() : answer;
        var result = said.get("result");
        var kept = redaction.apply(call.params(), result.orElse(Json.Null.NULL));
        var payload = Json.object()
                .put("replay", id)
                .put("line", call.number())
                .put("method", call.method())
                .put("params", kept.params());
        if (result.isPresent()) {
            payload.put("result", kept.result());
        }
        // Words about values may hold the values.
        said.get("error").ifPresent(it -> payload.put("error", redaction.isNone() ? it : Json.of("[redacted]")));
        append("call", outcome(answer), took.toNanos() / 1000, payload.build());
    }

    private static String outcome(Json.@Nullable Obj answer) {
        if (answer == null) {
            return "unanswered";
        }
        return answer.get("error").isPresent() ? "error" : "ok";
    }

    void ended(String outcome, Json.Obj how) throws AuditFailure {
        append("ended", outcome, (System.nanoTime() - begun) / 1000, how.with("replay", Json.of(id)));
    }

    private long append(String event, String outcome, long micros, Json.Obj payload) throws AuditFailure {
        return grounds.audit()
                .append(new AuditEntry(
                        AuditEntry.Kind.REPLAY,
                        grounds.clock().instant(),
                        user,
                        "",
                        plugin,
                        event,
                        outcome,
                        micros,
                        payload));
    }
}
