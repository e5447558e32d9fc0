package dev.outrigger.jp.commands.conversation;

import dev.outrigger.hosting.context.ChangingCommand;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Prompt;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.conversations.ConversationSummary;
import java.util.Optional;

/// `jp conversation rm`: deletes a conversation for good, after a yes.
public final class ConversationRmCommand implements ChangingCommand {
    @Override
    public Command describe() {
        return Command.named("rm")
                .about("Delete a conversation")
                .arg(Argument.positional("ID", ChosenConversation.NAMES))
                .arg(Argument.flag("yes", "Do not ask").shortName('y'))
                .example("jp conversation rm 3920", "asks first");
    }

    @Override
    public Planned plan(JpContext context) throws Problem, OutputFailed {
        var conversations = context.conversations();
        var id = ChosenConversation.of(context, conversations);
        boolean inUse = context.conversationInUse().equals(Optional.of(id));
        if (!context.values().flag("yes")) {
            var yes = new Prompt().confirm(question(StoreCall.of(() -> conversations.summary(id))));
            if (yes.isEmpty()) {
                throw new Problem("not deleted: there is no terminal to ask on", "Say --yes.", 2);
            }
            if (!yes.get()) {
                throw new Problem("not deleted", "");
            }
        }
        return () -> {
            StoreCall.of(() -> {
                conversations.remove(id);
                return id;
            });
            return _ -> Answer.note(
                    "deleted " + id
                            + (inUse ? ", which was in use at this terminal: the next query starts a new one" : ""),
                    Json.object()
                            .put("id", id.digits())
                            .put("deleted", true)
                            .put("was_in_use", inUse)
                            .build());
        };
    }

    private static String question(ConversationSummary one) {
        return "Delete conversation " + one.id() + ", " + ConversationLsCommand.title(one) + ", with its "
                + one.eventsCount() + (one.eventsCount() == 1 ? " event" : " events") + ", for good?";
    }
}
