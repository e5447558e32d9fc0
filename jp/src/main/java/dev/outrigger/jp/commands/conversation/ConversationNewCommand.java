package dev.outrigger.jp.commands.conversation;

import dev.outrigger.hosting.context.ChangingCommand;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import java.time.Instant;

/// `jp conversation new`: an empty conversation, in use at this terminal.
public final class ConversationNewCommand implements ChangingCommand {
    @Override
    public Command describe() {
        return Command.named("new")
                .about("Start a conversation, and use it at this terminal")
                .arg(Argument.option("title", "TITLE", "What it is about").shortName('t'))
                .example("jp conversation new --title Taxes", "");
    }

    @Override
    public Planned plan(JpContext context) throws Problem, OutputFailed {
        var conversations = context.conversations();
        var title = context.values().text("title").orElse(null);
        return () -> {
            var id = StoreCall.of(() -> {
                try (var held = conversations.create(title, Instant.now())) {
                    return held.id();
                }
            });
            return told -> {
                ChosenConversation.useIfPossible(told, id);
                return Answer.result(
                        id + "\n",
                        Json.object()
                                .put("id", id.digits())
                                .put("title", title == null ? Json.Null.NULL : Json.of(title))
                                .build());
            };
        };
    }
}
