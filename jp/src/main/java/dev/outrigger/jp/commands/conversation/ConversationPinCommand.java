package dev.outrigger.jp.commands.conversation;

import dev.outrigger.hosting.context.ChangingCommand;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.workspace.conversations.HeldConversation;

/// `jp conversation pin`: sets or takes the mark that puts a conversation above the others.
public final class ConversationPinCommand implements ChangingCommand {
    @Override
    public Command describe() {
        return Command.named("pin")
                .about("Keep a conversation at the top of the list")
                .arg(ChosenConversation.ID)
                .arg(Argument.flag("off", "Let it go again"))
                .example("jp conversation pin 3920", "");
    }

    @Override
    public Planned plan(JpContext context) throws Problem, OutputFailed {
        return ConversationMark.change(context, HeldConversation::pin, "pinned", "unpinned");
    }
}
