package dev.outrigger.jp.commands;

import dev.outrigger.jp.Changing;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.workspace.conversations.Held;

final class ConversationArchive implements Changing {
    @Override
    public Command describe() {
        return Command.named("archive")
                .about("Put a conversation away: it is kept, but not listed")
                .arg(Chosen.ID)
                .arg(Arg.flag("off", "Bring it back"))
                .example("jp conversation archive 3920", "");
    }

    @Override
    public Planned plan(Session session) throws Problem, OutputFailed {
        return Mark.change(session, Held::archive, "archived", "brought back");
    }
}
