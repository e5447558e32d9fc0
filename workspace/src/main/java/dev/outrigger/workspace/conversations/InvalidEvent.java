package dev.outrigger.workspace.conversations;

/// An event that must not be stored; none of its batch was.
public final class InvalidEvent extends Refusal {
    private final int index;

    InvalidEvent(int index, String problem) {
        super("events[" + index + "]: " + problem);
        this.index = index;
    }

    /// Its place in the pushed list, from 0.
    public int index() {
        return index;
    }
}
