package dev.outrigger.kaged.control;

import dev.outrigger.system.DescriptorCalls;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;

/// An open socket that several threads use, and one of them closes. Its number is given back only when nobody is in
/// the middle of a call with it: the system would hand the same number to the next file, and a late write would end
/// up there.
final class SocketDescriptor {
    private static final int CLOSING = 1 << 30;

    private final int number;
    private final AtomicInteger uses = new AtomicInteger();

    SocketDescriptor(int number) {
        this.number = number;
    }

    /// The number, until [#leave]; -1 when it is closed, and then there is nothing to leave.
    int enter() {
        int now = uses.get();
        while ((now & CLOSING) == 0) {
            if (uses.compareAndSet(now, now + 1)) {
                return number;
            }
            now = uses.get();
        }
        return -1;
    }

    void leave(MemorySegment state) {
        if (uses.decrementAndGet() == CLOSING) {
            DescriptorCalls.close(number);
        }
    }

    /// Wakes everybody who waits in a call with it: reads end, writes fail.
    void shutdown(MemorySegment state) {
        int open = enter();
        if (open >= 0) {
            SocketCalls.shutdown(state, open);
            leave(state);
        }
    }

    void close(MemorySegment state) {
        int open = enter();
        if (open >= 0) {
            SocketCalls.shutdown(state, open);
            // Two that close at once both come here, and only one sets the bit.
            uses.getAndUpdate(now -> now | CLOSING);
            leave(state);
        }
    }
}
