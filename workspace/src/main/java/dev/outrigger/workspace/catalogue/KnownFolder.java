package dev.outrigger.workspace.catalogue;

import java.nio.charset.StandardCharsets;

/// What is known of one folder: the line that it makes in the list, and what is not in that.
///
/// @param kind whose it is, as a number of whoever wrote it; never negative
public record KnownFolder(int kind, ListLine line, String archivedAt, long copiedEvents, long copiedSize) {
    static final int BYTES = 40;
    /// In place of a kind: nothing is known but that there is such a folder.
    static final int UNKNOWN = -1;

    byte[] archivedBytes() {
        return archivedAt.getBytes(StandardCharsets.UTF_8);
    }
}
