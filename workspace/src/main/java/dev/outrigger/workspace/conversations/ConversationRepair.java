package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.Json;

/// One step of mending a conversation. Printed, it is a sentence about what will be done.
public sealed interface ConversationRepair {
    /// Whether carrying it out changes anything.
    default boolean mends() {
        return true;
    }

    /// The damaged events are kept as `aside`; the good batches of them become the events.
    record KeepGoodBatches(long good, long bad, String aside) implements ConversationRepair {
        @Override
        public String toString() {
            return "keep " + good + " good batches of events.jsonl, leave out " + bad
                    + " bad ones; the original is kept as " + aside;
        }
    }

    /// An unfinished write at the end of the events is cut off; any writer would.
    record CutTail(long at, long bytes) implements ConversationRepair {
        @Override
        public String toString() {
            return "cut off an unfinished write of " + bytes + " bytes at the end of events.jsonl";
        }
    }

    /// There are no events at all: begin with none.
    record StartEvents() implements ConversationRepair {
        @Override
        public String toString() {
            return "make an empty events.jsonl";
        }
    }

    /// The metadata is kept as `aside`, and written anew from what can be known.
    record RenewMetadata(Json.Obj metadata, String aside) implements ConversationRepair {
        @Override
        public String toString() {
            return "write metadata.json anew" + (aside.isEmpty() ? "" : "; the old one is kept as " + aside);
        }
    }

    /// Nothing can be done here; somebody has to look.
    record Ask(String problem) implements ConversationRepair {
        @Override
        public boolean mends() {
            return false;
        }

        @Override
        public String toString() {
            return "cannot be mended automatically: " + problem;
        }
    }
}
