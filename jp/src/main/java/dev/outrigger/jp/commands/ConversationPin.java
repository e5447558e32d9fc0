package dev.outrigger.jp.commands;

import dev.outrigger.jp.Changing;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.workspace.conversations.Held;

final class ConversationPin implements Changing {
    @Override
    public Command describe() {
        return Command.named("pin")
                .about("Keep a conversation at the top of the list")
                .arg(Chosen.ID)
                .arg(Arg.flag("off", "Let it go again"))
                .example("jp conversation pin 3920", "");
    }

    @Override
    public Planned plan(Session session) throws Problem, OutputFailed {
        return Mark.change(session, Held::pin, "pinned", "unpinned");
    }
}
