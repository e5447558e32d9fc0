package dev.outrigger.jp.commands;

import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.Workspace;
import dev.outrigger.workspace.WorkspaceProblem;

final class Init implements BuiltIn {
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
    public int run(Session session) throws Problem, OutputFailed {
        try {
            if (session.values().flag("adopt")) {
                return adopt(session);
            }
            var workspace = Workspace.init(
                    session.folder().resolve(session.values().text("DIR").orElse("")));
            session.show(
                    "A new workspace in " + workspace.root() + "\n",
                    Json.object()
                            .put("root", workspace.root().toString())
                            .put("id", workspace.id())
                            .build());
            return 0;
        } catch (WorkspaceProblem e) {
            throw new Problem(e);
        }
    }

    private static int adopt(Session session) throws Problem, OutputFailed, WorkspaceProblem {
        var named = session.values().text("DIR");
        var workspace = named.isPresent() ? Workspace.at(session.folder().resolve(named.get())) : session.workspace();
        var own = workspace.userFolder(session.places());
        var from = own.adopt();
        session.show(
                "Your settings count in " + workspace.root() + " now; they are in " + own.config() + "\n",
                Json.object()
                        .put("root", workspace.root().toString())
                        .put("from", from.toString())
                        .put("config", own.config().toString())
                        .build());
        return 0;
    }
}
