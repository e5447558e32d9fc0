package dev.outrigger.workspace.conversations;

import java.io.IOException;

/// The events of validated lines, one at a time, as bytes.
final class Batches {
    private Batches() {}

    interface EachEvent {
        /// False to see no more.
        boolean event(byte[] bytes, int from, int to) throws IOException;
    }

    /// False when the receiver has had enough.
    static boolean events(byte[] line, int from, int to, EachEvent each) throws IOException {
        if (from == to) {
            return true;
        }
        int i = Bytes.afterSpace(line, Bytes.afterSpace(line, from) + 1);
        while (line[i] != ']') {
            int end = Bytes.afterValue(line, i, to);
            if (!each.event(line, i, end)) {
                return false;
            }
            i = Bytes.afterSpace(line, end);
            if (line[i] == ',') {
                i = Bytes.afterSpace(line, i + 1);
            }
        }
        return true;
    }
}
