package dev.outrigger.workspace.conversations;

import dev.outrigger.system.FileLock;
import org.jspecify.annotations.Nullable;

/// Our lock of a conversation and, where the original jp has been, its own: it neither writes nor throws away what is
/// held.
record LockPair(FileLock ours, @Nullable FileLock original) implements AutoCloseable {
    @Override
    public void close() {
        if (original != null) {
            original.close();
        }
        ours.close();
    }
}
