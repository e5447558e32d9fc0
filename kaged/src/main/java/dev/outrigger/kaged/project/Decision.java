package dev.outrigger.kaged.project;

import dev.outrigger.wire.Json;
import java.util.List;

/// The operator's word on a plugin of a project, and what it was about.
///
/// @param sha256 the hash that was shown
/// @param digest of the same bytes, as the store knows what was agreed to
/// @param by the number of the user whose word it is
/// @param done false while what was accepted is not installed yet: a crash leaves it so
public record Decision(
        boolean accepted,
        String version,
        String sha256,
        String digest,
        String source,
        String commit,
        List<String> capabilities,
        String by,
        String at,
        boolean done) {
    public Decision {
        capabilities = List.copyOf(capabilities);
    }

    public Decision isDone() {
        return new Decision(accepted, version, sha256, digest, source, commit, capabilities, by, at, true);
    }

    public Json.Obj json() {
        return Json.object()
                .put("accepted", accepted)
                .put("version", version)
                .put("sha256", sha256)
                .put("digest", digest)
                .put("source", source)
                .put("commit", commit)
                .put("capabilities", Json.texts(capabilities))
                .put("by", by)
                .put("at", at)
                .put("done", done)
                .build();
    }

    static Decision of(RecordFields fields) {
        return new Decision(
                fields.truth("accepted"),
                fields.text("version"),
                fields.text("sha256"),
                fields.text("digest"),
                fields.text("source"),
                fields.text("commit"),
                fields.texts("capabilities"),
                fields.text("by"),
                fields.text("at"),
                fields.truth("done"));
    }
}
