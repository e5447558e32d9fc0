package dev.outrigger.jp.commands.config;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.context.WorkspaceProblemWords;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.UserFolder;
import dev.outrigger.workspace.WorkspaceProblem;
import dev.outrigger.workspace.settings.ConfigFile;
import dev.outrigger.workspace.settings.SettingsLayer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Which file `jp config set` and `unset` change.
sealed interface ConfigTarget {
    Argument SHARED =
            Argument.flag("shared", "In .jp/config.toml, which is shared with everyone who has this workspace");
    Argument HERE = Argument.flag("here", "In your own file for this workspace only");

    static ConfigTarget of(JpContext context) throws Problem {
        if (context.values().flag("shared")) {
            var file = context.workspaceAround().storage().resolve("config.toml");
            return new Known(new ConfigFile(file, SettingsLayer.WORKSPACE));
        }
        if (context.values().flag("here")) {
            return new Own(own(context));
        }
        return new Known(new ConfigFile(context.places().userConfig(), SettingsLayer.USER));
    }

    /// What was changed, for programs.
    static Json json(ConfigTarget target, String key, Json value) {
        return Json.object()
                .put("key", key)
                .put("value", value)
                .put("file", target.path().toString())
                .build();
    }

    private static UserFolder own(JpContext context) throws Problem {
        try {
            return context.workspace().userFolder(context.places());
        } catch (WorkspaceProblem e) {
            throw WorkspaceProblemWords.of(e);
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
            throw WorkspaceProblemWords.of(e);
        }
    }

    default void change(Map<String, Json> values, List<String> without) throws Problem {
        try {
            claimed().change(values, without);
        } catch (WorkspaceProblem e) {
            throw WorkspaceProblemWords.of(e);
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
            return new ConfigFile(folder.config(), SettingsLayer.USER_WORKSPACE);
        }

        @Override
        public ConfigFile claimed() throws WorkspaceProblem {
            var _ = folder.claim();
            return file();
        }
    }
}
