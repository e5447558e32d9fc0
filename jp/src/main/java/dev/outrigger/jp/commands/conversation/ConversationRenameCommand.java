package dev.outrigger.jp.commands.conversation;

import dev.outrigger.hosting.context.ChangingCommand;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;

/// `jp conversation rename`: changes the title, which is also a name to call the conversation by.
public final class ConversationRenameCommand implements ChangingCommand {
    @Override
    public Command describe() {
        return Command.named("rename")
                .about("Give a conversation another title")
                .arg(Argument.positional("ID", ChosenConversation.NAMES))
                .arg(Argument.positional("TITLE", "The new title"))
                .example("jp conversation rename 3920 Taxes", "");
    }

    @Override
    public Planned plan(JpContext context) throws Problem, OutputFailed {
        var conversations = context.conversations();
        var id = ChosenConversation.of(context, conversations);
        var title = context.values().text("TITLE").orElseThrow();
        return () -> {
            StoreCall.held(conversations, id, held -> held.rename(title));
            return _ -> Answer.note(
                    "renamed " + id,
                    Json.object().put("id", id.digits()).put("title", title).build());
        };
    }
}
