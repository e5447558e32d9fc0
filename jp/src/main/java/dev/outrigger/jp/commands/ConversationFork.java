package dev.outrigger.jp.commands;

import dev.outrigger.jp.Changing;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import java.time.Instant;

final class ConversationFork implements Changing {
    private static final long ALL = -1;

    @Override
    public Command describe() {
        return Command.named("fork")
                .about("Copy a conversation, to go on from it another way")
                .arg(Chosen.ID)
                .arg(Arg.option("turns", "N", "Only the first N turns"))
                .example("jp conversation fork 3920", "the copy is in use afterwards");
    }

    @Override
    public Planned plan(Session session) throws Problem, OutputFailed {
        var conversations = session.conversations();
        var id = Chosen.of(session, conversations);
        long turns = turns(session);
        return () -> {
            var copy = StoreCall.of(() -> {
                try (var held = conversations.fork(id, turns, Instant.now())) {
                    return held.id();
                }
            });
            return told -> {
                Chosen.useIfPossible(told, copy);
                return Answer.result(
                        copy + "\n",
                        Json.object()
                                .put("id", copy.digits())
                                .put("from", id.digits())
                                .build());
            };
        };
    }

    private static long turns(Session session) throws Problem {
        var text = session.values().text("turns");
        if (text.isEmpty()) {
            return ALL;
        }
        try {
            long turns = Long.parseLong(text.get());
            if (turns > 0) {
                return turns;
            }
        } catch (NumberFormatException _) {
            // Said below, like a number that is too small.
        }
        throw new Problem("--turns wants a number from 1, not " + text.get(), "", 2);
    }
}
