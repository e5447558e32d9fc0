package dev.outrigger.jp.commands;

import dev.outrigger.hosting.context.ChangingCommand;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.context.WorkspaceProblemWords;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.UserFolder;
import dev.outrigger.workspace.Workspace;
import dev.outrigger.workspace.WorkspaceProblem;
import java.nio.file.Path;

/// `jp init`: writes `.jp/` into a folder, which then is a workspace; `--adopt` follows one that was moved.
final class InitCommand implements ChangingCommand {
    @Override
    public Command describe() {
        return Command.named("init")
                .about("Make a workspace of this folder")
                .arg(Argument.positional("DIR", "The folder, when it is not this one")
                        .optional())
                .arg(Argument.flag("adopt", "Take along your settings for this workspace, after you moved it"))
                .example("jp init", "this folder and everything below it is a workspace now");
    }

    @Override
    public Planned plan(JpContext context) throws Problem {
        var folder = context.folder().resolve(context.values().text("DIR").orElse(""));
        return context.values().flag("adopt") ? adopting(context) : making(folder);
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
            throw WorkspaceProblemWords.of(e);
        }
    }

    private static Planned adopting(JpContext context) throws Problem {
        try {
            var named = context.values().text("DIR");
            var workspace =
                    named.isPresent() ? Workspace.at(context.folder().resolve(named.get())) : context.workspaceAround();
            var own = workspace.userFolder(context.places());
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
            throw WorkspaceProblemWords.of(e);
        }
    }

    private static Path adopted(UserFolder own) throws Problem {
        try {
            return own.adopt();
        } catch (WorkspaceProblem e) {
            throw WorkspaceProblemWords.of(e);
        }
    }
}
