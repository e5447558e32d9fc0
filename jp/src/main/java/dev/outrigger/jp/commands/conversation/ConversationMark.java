package dev.outrigger.jp.commands.conversation;

import dev.outrigger.hosting.context.ChangingCommand;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.conversations.HeldConversation;
import dev.outrigger.workspace.conversations.StoreRefusal;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Something a conversation is since some time, or is not.
interface ConversationMark {
    void set(HeldConversation held, @Nullable Instant since) throws StoreRefusal, IOException;

    /// Sets it as of now, or takes it away when there is an `--off`. `done` is also the name that programs read.
    static ChangingCommand.Planned change(JpContext context, ConversationMark mark, String done, String undone)
            throws Problem, OutputFailed {
        var conversations = context.conversations();
        var id = ChosenConversation.of(context, conversations);
        boolean on = !context.values().flag("off");
        return () -> {
            StoreCall.held(conversations, id, held -> mark.set(held, on ? Instant.now() : null));
            return _ -> ChangingCommand.Answer.note(
                    (on ? done : undone) + " " + id,
                    Json.object().put("id", id.digits()).put(done, on).build());
        };
    }
}
