package dev.outrigger.jp.commands;

import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import java.time.Instant;

final class ConversationFork implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("fork")
                .about("Copy a conversation, to go on from it another way")
                .arg(Chosen.ID)
                .example("jp conversation fork 3920", "the copy is in use afterwards");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var conversations = session.conversations();
        var id = Chosen.of(session, conversations);
        var copy = StoreCall.of(() -> conversations.fork(id, Instant.now()));
        Chosen.use(session, copy);
        session.show(copy + "\n", Json.object().put("id", copy.digits()).put("from", id.digits()).build());
        return 0;
    }
}
