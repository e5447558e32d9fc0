package dev.outrigger.jp.commands;

import dev.outrigger.jp.Changing;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.conversations.Held;
import dev.outrigger.workspace.conversations.Refusal;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Something a conversation is since some time, or is not.
interface Mark {
    void set(Held held, @Nullable Instant since) throws Refusal, IOException;

    /// Sets it as of now, or takes it away when there is an `--off`. `done` is also the name that programs read.
    static Changing.Planned change(Session session, Mark mark, String done, String undone)
            throws Problem, OutputFailed {
        var conversations = session.conversations();
        var id = Chosen.of(session, conversations);
        boolean on = !session.values().flag("off");
        return () -> {
            StoreCall.held(conversations, id, held -> mark.set(held, on ? Instant.now() : null));
            return _ -> Changing.Answer.note(
                    (on ? done : undone) + " " + id,
                    Json.object().put("id", id.digits()).put(done, on).build());
        };
    }
}
