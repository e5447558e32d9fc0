package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.ConversationId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Somebody else holds the conversation: another process, or another holder in this one.
public final class LockTaken extends StoreRefusal {
    private final @Nullable LockHolder holder;

    LockTaken(ConversationId id, Optional<LockHolder> holder) {
        super(holder.map(LockHolder::toString).orElse("conversation " + id + " is locked by another process"));
        this.holder = holder.orElse(null);
    }

    public Optional<LockHolder> holder() {
        return Optional.ofNullable(holder);
    }
}
