package dev.outrigger.jp.commands;

import dev.outrigger.jp.Changing;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;

final class ConversationRename implements Changing {
    @Override
    public Command describe() {
        return Command.named("rename")
                .about("Give a conversation another title")
                .arg(Arg.positional("ID", Chosen.NAMES))
                .arg(Arg.positional("TITLE", "The new title"))
                .example("jp conversation rename 3920 Taxes", "");
    }

    @Override
    public Planned plan(Session session) throws Problem, OutputFailed {
        var conversations = session.conversations();
        var id = Chosen.of(session, conversations);
        var title = session.values().text("TITLE").orElseThrow();
        return () -> {
            StoreCall.held(conversations, id, held -> held.rename(title));
            return _ -> Answer.note(
                    "renamed " + id,
                    Json.object().put("id", id.digits()).put("title", title).build());
        };
    }
}
