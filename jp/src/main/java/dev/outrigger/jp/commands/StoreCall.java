package dev.outrigger.jp.commands;

import dev.outrigger.jp.Problem;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.workspace.Reason;
import dev.outrigger.workspace.conversations.BelongsToOriginal;
import dev.outrigger.workspace.conversations.Conversations;
import dev.outrigger.workspace.conversations.DamagedConversation;
import dev.outrigger.workspace.conversations.Held;
import dev.outrigger.workspace.conversations.InvalidEvent;
import dev.outrigger.workspace.conversations.LockTaken;
import dev.outrigger.workspace.conversations.NoSuchConversation;
import dev.outrigger.workspace.conversations.Refusal;
import java.io.IOException;

/// Something a command wants from the store of conversations; what the store refuses becomes words for people.
interface StoreCall<T> {
    T call() throws Refusal, IOException, Problem;

    static <T> T of(StoreCall<T> call) throws Problem, OutputFailed {
        try {
            return call.call();
        } catch (Refusal e) {
            throw new Problem(
                    String.valueOf(e.getMessage()),
                    switch (e) {
                        case NoSuchConversation _ -> "`jp conversation ls` lists those there are.";
                        case LockTaken _ -> "Try again when it is done.";
                        case DamagedConversation _ -> "`jp conversation repair` shows what can be saved.";
                        case InvalidEvent _ -> "";
                        case BelongsToOriginal _ -> "Do it with the original jp.";
                    });
        } catch (OutputFailed e) {
            throw e;
        } catch (IOException e) {
            throw new Problem(
                    "the workspace cannot be used: " + Reason.of(e),
                    "Is the disk full, or the folder read-only? `jp doctor` looks.");
        }
    }

    interface Work {
        void with(Held held) throws Refusal, IOException;
    }

    /// Something to be done to a conversation while its lock is held.
    static void held(Conversations conversations, ConversationId id, Work work) throws Problem, OutputFailed {
        of(() -> {
            try (var held = conversations.lock(id)) {
                work.with(held);
                return id;
            }
        });
    }
}
