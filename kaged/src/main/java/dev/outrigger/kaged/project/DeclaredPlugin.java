package dev.outrigger.kaged.project;

import dev.outrigger.kaged.manifest.ProjectFile;
import dev.outrigger.wire.Json;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// How a plugin that a project declares stands there. `why` is one line, for what is not active.
///
/// @param subject what saying yes would be about; nothing where there is nothing to say yes to
public record DeclaredPlugin(
        ProjectFile.Wanted wanted,
        State state,
        String why,
        @Nullable ConsentSubject subject,
        String version) {
    public enum State {
        ACTIVE,
        /// Installed, but not accepted for this project.
        INACTIVE,
        MISSING,
        /// Another version is installed.
        OTHER,
        DECLINED,
        /// Its files are not those that were consented to.
        CHANGED,
        /// What the project says of it, or what came, cannot be used.
        BROKEN;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public String name() {
        return wanted.name();
    }

    public boolean active() {
        return state == State.ACTIVE;
    }

    public Json.Obj json() {
        var json = Json.object()
                .put("name", wanted.name())
                .put("state", state.word())
                .put("why", why)
                .put("source", wanted.source())
                .put("wanted", wanted.version())
                .put("installed", version);
        if (subject != null && state != State.ACTIVE) {
            json.put("version", subject.manifest().version())
                    .put("commit", subject.commit())
                    .put("sha256", subject.sha256());
        }
        return json.build();
    }
}
