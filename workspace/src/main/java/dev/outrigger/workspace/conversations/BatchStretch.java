package dev.outrigger.workspace.conversations;

/// Whole batches in a row in events.jsonl; `events` come before it.
record BatchStretch(long start, long end, long events, long eventsEnd, boolean plain) {
    /// In an index entry the lowest bit says plain.
    static long pack(long start, boolean plain) {
        return start << 1 | (plain ? 1 : 0);
    }

    static long start(long packed) {
        return packed >>> 1;
    }

    static boolean plain(long packed) {
        return (packed & 1) != 0;
    }
}
