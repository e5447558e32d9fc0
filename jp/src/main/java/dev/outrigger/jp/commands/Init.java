package dev.outrigger.jp.commands;

import dev.outrigger.jp.Changing;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.UserFolder;
import dev.outrigger.workspace.Workspace;
import dev.outrigger.workspace.WorkspaceProblem;
import java.nio.file.Path;

final class Init implements Changing {
    @Override
    public Command describe() {
        return Command.named("init")
                .about("Make a workspace of this folder")
                .arg(Arg.positional("DIR", "The folder, when it is not this one")
                        .optional())
                .arg(Arg.flag("adopt", "Take along your settings for this workspace, after you moved it"))
                .example("jp init", "this folder and everything below it is a workspace now");
    }

    @Override
    public Planned plan(Session session) throws Problem {
        var folder = session.folder().resolve(session.values().text("DIR").orElse(""));
        return session.values().flag("adopt") ? adopting(session) : making(folder);
    }

    private static Planned making(Path folder) {
        return () -> {
            var workspace = made(folder);
            return _ -> Answer.result(
                    "A new workspace in " + workspace.root() + "\n",
                    Json.object()
                            .put("root", workspace.root().toString())
                            .put("id", workspace.id())
                            .build());
        };
    }

    private static Workspace made(Path folder) throws Problem {
        try {
            return Workspace.init(folder);
        } catch (WorkspaceProblem e) {
            throw new Problem(e);
        }
    }

    private static Planned adopting(Session session) throws Problem {
        try {
            var named = session.values().text("DIR");
            var workspace =
                    named.isPresent() ? Workspace.at(session.folder().resolve(named.get())) : session.workspaceAround();
            var own = workspace.userFolder(session.places());
            return () -> {
                var from = adopted(own);
                return _ -> Answer.result(
                        "Your settings count in " + workspace.root() + " now; they are in " + own.config() + "\n",
                        Json.object()
                                .put("root", workspace.root().toString())
                                .put("from", from.toString())
                                .put("config", own.config().toString())
                                .build());
            };
        } catch (WorkspaceProblem e) {
            throw new Problem(e);
        }
    }

    private static Path adopted(UserFolder own) throws Problem {
        try {
            return own.adopt();
        } catch (WorkspaceProblem e) {
            throw new Problem(e);
        }
    }
}
