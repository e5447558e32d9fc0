package dev.outrigger.workspace.conversations;

import java.io.IOException;

/// The events of validated lines, one at a time, as bytes.
final class BatchEvents {
    private BatchEvents() {}

    interface EachEvent {
        /// False to see no more.
        boolean event(byte[] bytes, int from, int to) throws IOException;
    }

    /// False when the receiver has had enough.
    static boolean events(byte[] line, int from, int to, EachEvent each) throws IOException {
        if (from == to) {
            return true;
        }
        int i = JsonBytes.afterSpace(line, JsonBytes.afterSpace(line, from) + 1);
        while (line[i] != ']') {
            int end = JsonBytes.afterValue(line, i, to);
            if (!each.event(line, i, end)) {
                return false;
            }
            i = JsonBytes.afterSpace(line, end);
            if (line[i] == ',') {
                i = JsonBytes.afterSpace(line, i + 1);
            }
        }
        return true;
    }
}
