package dev.outrigger.jp.commands.conversation;

import dev.outrigger.hosting.context.ChangingCommand;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.workspace.conversations.HeldConversation;

/// `jp conversation archive`: hides a conversation from the list without touching its events.
public final class ConversationArchiveCommand implements ChangingCommand {
    @Override
    public Command describe() {
        return Command.named("archive")
                .about("Put a conversation away: it is kept, but not listed")
                .arg(ChosenConversation.ID)
                .arg(Argument.flag("off", "Bring it back"))
                .example("jp conversation archive 3920", "");
    }

    @Override
    public Planned plan(JpContext context) throws Problem, OutputFailed {
        return ConversationMark.change(context, HeldConversation::archive, "archived", "brought back");
    }
}
