package dev.outrigger.jp.commands.conversation;

import dev.outrigger.hosting.context.ChangingCommand;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.conversations.ForkPoint;
import java.time.Instant;

/// `jp conversation fork`: a new conversation with the first turns of another, in use from then on.
public final class ConversationForkCommand implements ChangingCommand {

    @Override
    public Command describe() {
        return Command.named("fork")
                .about("Copy a conversation, to go on from it another way")
                .arg(ChosenConversation.ID)
                .arg(Argument.option("turns", "N", "Only the first N turns"))
                .example("jp conversation fork 3920", "the copy is in use afterwards");
    }

    @Override
    public Planned plan(JpContext context) throws Problem, OutputFailed {
        var conversations = context.conversations();
        var id = ChosenConversation.of(context, conversations);
        var end = end(context);
        return () -> {
            var copy = StoreCall.of(() -> {
                try (var held = conversations.fork(id, end, Instant.now())) {
                    return held.id();
                }
            });
            return told -> {
                ChosenConversation.useIfPossible(told, copy);
                return Answer.result(
                        copy + "\n",
                        Json.object()
                                .put("id", copy.digits())
                                .put("from", id.digits())
                                .build());
            };
        };
    }

    private static ForkPoint end(JpContext context) throws Problem {
        var text = context.values().text("turns");
        if (text.isEmpty()) {
            return ForkPoint.END;
        }
        try {
            long turns = Long.parseLong(text.get());
            if (turns > 0) {
                return ForkPoint.afterTurns(turns);
            }
        } catch (NumberFormatException _) {
            // Said below, like a number that is too small.
        }
        throw new Problem("--turns wants a number from 1, not " + text.get(), "", 2);
    }
}
