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
import java.util.Optional;

/// Which file `jp config set` and `unset` change.
final class ConfigTarget {
    static final Arg SHARED =
            Arg.flag("shared", "In .jp/config.toml, which is shared with everyone who has this workspace");
    static final Arg HERE = Arg.flag("here", "In your own file for this workspace only");

    private final ConfigFile file;
    /// The user's own folder for this workspace, if the file is in it.
    private final Optional<UserFolder> own;

    private ConfigTarget(ConfigFile file, Optional<UserFolder> own) {
        this.file = file;
        this.own = own;
    }

    static ConfigTarget of(Session session) throws Problem {
        if (session.values().flag("shared")) {
            var file = session.workspace().storage().resolve("config.toml");
            return new ConfigTarget(new ConfigFile(file, Layer.WORKSPACE), Optional.empty());
        }
        if (session.values().flag("here")) {
            var own = own(session);
            return new ConfigTarget(new ConfigFile(own.config(), Layer.USER_WORKSPACE), Optional.of(own));
        }
        return new ConfigTarget(new ConfigFile(session.places().userConfig(), Layer.USER), Optional.empty());
    }

    private static UserFolder own(Session session) throws Problem {
        try {
            return session.workspace().userFolder(session.places());
        } catch (WorkspaceProblem e) {
            throw new Problem(e);
        }
    }

    Path path() {
        return file.path();
    }

    /// Whether the change would be one; a problem where it cannot be made.
    boolean wouldChange(Map<String, Json> values, List<String> without) throws Problem {
        try {
            return file.wouldChange(values, without);
        } catch (WorkspaceProblem e) {
            throw new Problem(e);
        }
    }

    void change(Map<String, Json> values, List<String> without) throws Problem {
        try {
            if (own.isPresent()) {
                own.get().claim();
            }
            file.change(values, without);
        } catch (WorkspaceProblem e) {
            throw new Problem(e);
        }
    }
}
