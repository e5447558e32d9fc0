package dev.outrigger.jp.query;

import dev.outrigger.wire.Fields;
import dev.outrigger.wire.Json;
import java.time.DateTimeException;
import java.time.Instant;

/// That the user said "always" about a tool, for as long as they sit at that terminal.
///
/// @param digest of the tool's fingerprint: another tool of this name is not meant
public record Approval(String tool, String source, String digest, Sitting sitting, Instant at) {
    Json.Obj json() {
        return Json.object()
                .put("tool", tool)
                .put("source", source)
                .put("digest", digest)
                .put("terminal", sitting.terminal())
                .put("leader", sitting.leader())
                .put("began", sitting.began())
                .put("boot", sitting.boot())
                .put("at", at.toString())
                .build();
    }

    static Approval of(Json.Obj object) throws Fields.Mistake {
        var fields = new Fields(object);
        try {
            return new Approval(
                    fields.text("tool"),
                    fields.text("source"),
                    fields.text("digest"),
                    new Sitting(
                            fields.text("terminal"),
                            fields.whole("leader", 0, Long.MAX_VALUE),
                            fields.whole("began", 0, Long.MAX_VALUE),
                            fields.text("boot")),
                    Instant.parse(fields.text("at")));
        } catch (DateTimeException _) {
            throw new Fields.Mistake("field `at` must be a time");
        }
    }

    public String terminal() {
        return sitting.terminal();
    }
}
