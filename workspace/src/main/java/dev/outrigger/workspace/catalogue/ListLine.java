package dev.outrigger.workspace.catalogue;

/// A line of the list as it is written. Not equal to another one with the same text: each is one folder's.
public final class ListLine {
    private final byte[] bytes;

    public ListLine(byte[] bytes) {
        this.bytes = bytes;
    }

    /// Not to be changed.
    public byte[] bytes() {
        return bytes;
    }
}
