package dev.outrigger.jp.commands;

import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Arg;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.UserFolder;
import dev.outrigger.workspace.WorkspaceProblem;
import dev.outrigger.workspace.settings.ConfigFile;
import dev.outrigger.workspace.settings.Layer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Which file `jp config set` and `unset` change.
sealed interface ConfigTarget {
    Arg SHARED = Arg.flag("shared", "In .jp/config.toml, which is shared with everyone who has this workspace");
    Arg HERE = Arg.flag("here", "In your own file for this workspace only");

    static ConfigTarget of(Session session) throws Problem {
        if (session.values().flag("shared")) {
            var file = session.workspaceAround().storage().resolve("config.toml");
            return new Known(new ConfigFile(file, Layer.WORKSPACE));
        }
        if (session.values().flag("here")) {
            return new Own(own(session));
        }
        return new Known(new ConfigFile(session.places().userConfig(), Layer.USER));
    }

    /// What was changed, for programs.
    static Json json(ConfigTarget target, String key, Json value) {
        return Json.object()
                .put("key", key)
                .put("value", value)
                .put("file", target.path().toString())
                .build();
    }

    private static UserFolder own(Session session) throws Problem {
        try {
            return session.workspace().userFolder(session.places());
        } catch (WorkspaceProblem e) {
            throw new Problem(e);
        }
    }

    /// As it is now.
    ConfigFile file();

    /// As it is to be changed: there is a place for it.
    ConfigFile claimed() throws WorkspaceProblem;

    default Path path() {
        return file().path();
    }

    /// Whether the change would be one; a problem where it cannot be made.
    default boolean wouldChange(Map<String, Json> values, List<String> without) throws Problem {
        try {
            return file().wouldChange(values, without);
        } catch (WorkspaceProblem e) {
            throw new Problem(e);
        }
    }

    default void change(Map<String, Json> values, List<String> without) throws Problem {
        try {
            claimed().change(values, without);
        } catch (WorkspaceProblem e) {
            throw new Problem(e);
        }
    }

    record Known(ConfigFile file) implements ConfigTarget {
        @Override
        public ConfigFile claimed() {
            return file;
        }
    }

    /// The user's file for this workspace. Where it is, is certain only when its folder was claimed.
    record Own(UserFolder folder) implements ConfigTarget {
        @Override
        public ConfigFile file() {
            return new ConfigFile(folder.config(), Layer.USER_WORKSPACE);
        }

        @Override
        public ConfigFile claimed() throws WorkspaceProblem {
            var _ = folder.claim();
            return file();
        }
    }
}
