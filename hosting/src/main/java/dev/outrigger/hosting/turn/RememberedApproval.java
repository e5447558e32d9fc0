package dev.outrigger.hosting.turn;

import dev.outrigger.hosting.context.TerminalSession;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import java.time.DateTimeException;
import java.time.Instant;

/// That the user said "always" about a tool, for as long as they sit at that terminal.
///
/// @param tool its full name
/// @param shown as what the model saw it then
/// @param digest of the tool's fingerprint: what has changed since is not meant
public record RememberedApproval(String tool, String shown, String digest, TerminalSession session, Instant at) {
    Json.Obj json() {
        return Json.object()
                .put("tool", tool)
                .put("shown", shown)
                .put("digest", digest)
                .put("terminal", session.terminal())
                .put("leader", session.leader())
                .put("began", session.began())
                .put("boot", session.boot())
                .put("at", at.toString())
                .build();
    }

    static RememberedApproval of(Json.Obj object) throws FieldReader.Mistake {
        var fields = new FieldReader(object);
        try {
            return new RememberedApproval(
                    fields.text("tool"),
                    fields.text("shown"),
                    fields.text("digest"),
                    new TerminalSession(
                            fields.text("terminal"),
                            fields.whole("leader", 0, Long.MAX_VALUE),
                            fields.whole("began", 0, Long.MAX_VALUE),
                            fields.text("boot")),
                    Instant.parse(fields.text("at")));
        } catch (DateTimeException _) {
            throw new FieldReader.Mistake("field `at` must be a time");
        }
    }

    /// Whether a person may mean this one: by its full name, by what the model saw, or by its own.
    public boolean isCalled(String name) {
        return tool.equals(name) || shown.equals(name) || ToolNaming.FullName.isCalled(tool, name);
    }

    public String terminal() {
        return session.terminal();
    }
}
