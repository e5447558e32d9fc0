package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.ConversationId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Somebody else holds the conversation: another process, or another holder in this one.
public final class LockTaken extends Refusal {
    private final @Nullable Holder holder;

    LockTaken(ConversationId id, Optional<Holder> holder) {
        super(holder.map(Holder::toString).orElse("conversation " + id + " is locked by another process"));
        this.holder = holder.orElse(null);
    }

    public Optional<Holder> holder() {
        return Optional.ofNullable(holder);
    }
}
