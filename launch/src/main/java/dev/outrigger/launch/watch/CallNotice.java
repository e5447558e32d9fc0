package dev.outrigger.launch.watch;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// What the kernel tells of a call that waits, in the place where it was received: good until the next.
record CallNotice(MemorySegment bytes) {
    static final int SIZE = 80;

    long id() {
        return bytes.get(ValueLayout.JAVA_LONG, 0);
    }

    /// The thread's, as we number it.
    long pid() {
        return bytes.get(ValueLayout.JAVA_INT, 8);
    }

    int number() {
        return bytes.get(ValueLayout.JAVA_INT, 16);
    }

    long argument(int index) {
        return bytes.get(ValueLayout.JAVA_LONG, 32 + 8L * index);
    }
}
