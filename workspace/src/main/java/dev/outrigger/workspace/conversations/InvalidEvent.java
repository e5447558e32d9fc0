package dev.outrigger.workspace.conversations;

/// An event that must not be stored; none of its batch was.
public final class InvalidEvent extends StoreRefusal {
    /// @param index its place in the pushed list, from 0
    InvalidEvent(int index, String problem) {
        super("events[" + index + "]: " + problem);
    }
}
