package dev.outrigger.jp.commands;

import dev.outrigger.jp.Changing;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import java.time.Instant;

final class ConversationNew implements Changing {
    @Override
    public Command describe() {
        return Command.named("new")
                .about("Start a conversation, and use it at this terminal")
                .arg(Arg.option("title", "TITLE", "What it is about").shortName('t'))
                .example("jp conversation new --title Taxes", "");
    }

    @Override
    public Planned plan(Session session) throws Problem, OutputFailed {
        var conversations = session.conversations();
        var title = session.values().text("title").orElse(null);
        return () -> {
            var id = StoreCall.of(() -> {
                try (var held = conversations.create(title, Instant.now())) {
                    return held.id();
                }
            });
            return told -> {
                Chosen.useIfPossible(told, id);
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
