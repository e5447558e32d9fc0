package dev.outrigger.jp.commands;

import dev.outrigger.jp.Changing;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Prompt;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.conversations.Summary;
import java.util.Optional;

final class ConversationRm implements Changing {
    @Override
    public Command describe() {
        return Command.named("rm")
                .about("Delete a conversation")
                .arg(Arg.positional("ID", Chosen.NAMES))
                .arg(Arg.flag("yes", "Do not ask").shortName('y'))
                .example("jp conversation rm 3920", "asks first");
    }

    @Override
    public Planned plan(Session session) throws Problem, OutputFailed {
        var conversations = session.conversations();
        var id = Chosen.of(session, conversations);
        boolean inUse = session.conversationInUse().equals(Optional.of(id));
        if (!session.values().flag("yes")) {
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

    private static String question(Summary one) {
        return "Delete conversation " + one.id() + ", " + ConversationLs.title(one) + ", with its " + one.eventsCount()
                + (one.eventsCount() == 1 ? " event" : " events") + ", for good?";
    }
}
