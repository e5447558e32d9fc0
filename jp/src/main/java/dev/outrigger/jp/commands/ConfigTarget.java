package dev.outrigger.jp.commands;

import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Arg;
import dev.outrigger.workspace.WorkspaceProblem;
import dev.outrigger.workspace.settings.ConfigFile;
import dev.outrigger.workspace.settings.Layer;

/// Which file `jp config set` and `unset` change.
final class ConfigTarget {
    static final Arg SHARED =
            Arg.flag("shared", "In .jp/config.toml, which is shared with everyone who has this workspace");
    static final Arg HERE = Arg.flag("here", "In your own file for this workspace only");

    private ConfigTarget() {}

    static ConfigFile of(Session session) throws Problem, WorkspaceProblem {
        if (session.values().flag("shared")) {
            return new ConfigFile(session.workspace().storage().resolve("config.toml"), Layer.WORKSPACE);
        }
        if (session.values().flag("here")) {
            var own = session.workspace().userFolder(session.places());
            own.claim();
            return new ConfigFile(own.config(), Layer.USER_WORKSPACE);
        }
        return new ConfigFile(session.places().userConfig(), Layer.USER);
    }
}
