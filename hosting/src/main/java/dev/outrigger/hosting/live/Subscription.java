package dev.outrigger.hosting.live;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.command.ToPlugin.Happened;
import dev.outrigger.workspace.conversations.StoreRefusal;
import java.io.IOException;
import java.util.Optional;

/// What a plugin has subscribed to. Safe for several threads.
sealed interface Subscription extends AutoCloseable permits ConversationSubscription, ListSubscription {
    String id();

    /// Whether a change of this conversation concerns it.
    boolean isAbout(ConversationId conversation);

    /// What is to be told next; nothing as long as there is nothing.
    Optional<Happened> next() throws StoreRefusal, IOException;

    /// How long at most until there may be something to tell though nothing has changed, in nanoseconds; 0 when there
    /// will not.
    long due();

    /// How much waits to be told, as far as that is known.
    long waitingBytes() throws IOException;

    /// From now on nothing is told.
    @Override
    void close() throws IOException;
}
