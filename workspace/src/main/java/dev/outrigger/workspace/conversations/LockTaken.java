package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.ConversationId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Somebody else holds the conversation: another process, or another holder in this one.
public final class LockTaken extends StoreRefusal {
    private final @Nullable LockHolder holder;

    LockTaken(ConversationId id, @Nullable LockHolder holder) {
        super(holder == null ? "conversation " + id + " is locked by another process" : holder.toString());
        this.holder = holder;
    }

    public Optional<LockHolder> holder() {
        return Optional.ofNullable(holder);
    }
}
