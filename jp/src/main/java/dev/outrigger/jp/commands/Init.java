package dev.outrigger.jp.commands;

import dev.outrigger.jp.Changing;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.wire.Json;
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
                .example("jp init", "this folder and everything below it is a workspace now");
    }

    @Override
    public Planned plan(Session session) {
        var folder = session.folder().resolve(session.values().text("DIR").orElse(""));
        return () -> {
            var workspace = made(folder);
            return told -> told.show(
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
}
