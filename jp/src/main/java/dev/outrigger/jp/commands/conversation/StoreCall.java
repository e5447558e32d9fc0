package dev.outrigger.jp.commands.conversation;

import dev.outrigger.system.FileErrorWords;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.workspace.conversations.Conversations;
import dev.outrigger.workspace.conversations.DamagedConversation;
import dev.outrigger.workspace.conversations.HeldConversation;
import dev.outrigger.workspace.conversations.InvalidEvent;
import dev.outrigger.workspace.conversations.LockTaken;
import dev.outrigger.workspace.conversations.NoSuchConversation;
import dev.outrigger.workspace.conversations.ReadOnlyOriginal;
import dev.outrigger.workspace.conversations.StoreRefusal;
import java.io.IOException;

/// Something a command wants from the store of conversations; what the store refuses becomes words for people.
public interface StoreCall<T> {
    T call() throws StoreRefusal, IOException, Problem;

    static <T> T of(StoreCall<T> call) throws Problem, OutputFailed {
        try {
            return call.call();
        } catch (StoreRefusal e) {
            throw new Problem(
                    String.valueOf(e.getMessage()),
                    switch (e) {
                        case NoSuchConversation _ -> "`jp conversation ls` lists those there are.";
                        case LockTaken _ -> "Try again when it is done.";
                        case DamagedConversation _ -> "`jp conversation repair` shows what can be saved.";
                        case InvalidEvent _ -> "";
                        case ReadOnlyOriginal _ -> "Do it with the original jp.";
                    });
        } catch (OutputFailed e) {
            throw e;
        } catch (IOException e) {
            throw new Problem(
                    "the workspace cannot be used: " + FileErrorWords.of(e),
                    "Is the disk full, or the folder read-only? `jp doctor` looks.");
        }
    }

    interface Work {
        void with(HeldConversation held) throws StoreRefusal, IOException;
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
