package dev.outrigger.workspace.conversations;

import dev.outrigger.system.FileLock;
import java.util.List;

/// Our lock of a conversation and, wherever the original jp may have been, its own: it neither writes nor throws away
/// what is held.
record LockPair(FileLock ours, List<FileLock> originals) implements AutoCloseable {
    @Override
    public void close() {
        originals.forEach(FileLock::close);
        ours.close();
    }
}
