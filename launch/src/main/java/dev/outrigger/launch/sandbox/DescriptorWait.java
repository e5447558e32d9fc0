package dev.outrigger.launch.sandbox;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Waits until one of some descriptors can be read from, or has ended; of a process, until it is dead.
///
/// A thread of the system's own waits by itself. A virtual one would keep its carrier meanwhile: so one thread of ours
/// waits for all of them, and for each of them nothing is left but a few hundred bytes.
final class DescriptorWait {
    private static final int ADD = 1;
    private static final int REMOVE = 2;
    private static final int MOST_EVENTS = 64;
    /// Packed on x86 alone.
    private static final int EVENT_BYTES = System.getProperty("os.arch", "").equals("aarch64") ? 16 : 12;

    private static final long PAUSE_NANOS = 100_000_000L;

    private static @Nullable DescriptorWait all;

    private final OwnedDescriptor queue;
    private final MemorySegment events;
    private final Map<Long, Waiting> waiting = new ConcurrentHashMap<>();
    private final AtomicLong last = new AtomicLong();

    private static final class Waiting {
        private final Thread thread = Thread.currentThread();
        private volatile boolean happened;
    }

    private DescriptorWait() throws IOException {
        this.queue = Posix.eventQueue();
        // For the life of the process, as the thread is.
        this.events = Arena.global().allocate((long) EVENT_BYTES * MOST_EVENTS, 8);
        Thread.ofPlatform().daemon().name("waits for sandboxes").start(this::watch);
    }

    /// The thread for all; when there is none to be had, it is better to know that before a virtual thread waits.
    static synchronized DescriptorWait ready() throws IOException {
        if (all == null) {
            all = new DescriptorWait();
        }
        return all;
    }

    /// Without limit when `millis` is negative. Whether it happened in time.
    static boolean readable(int millis, OwnedDescriptor... any) throws IOException {
        return Thread.currentThread().isVirtual() ? ready().happens(millis, any) : polled(millis, any) > 0;
    }

    private static int polled(int millis, OwnedDescriptor... any) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var asked = arena.allocate(8L * any.length, 4);
            for (int i = 0; i < any.length; i++) {
                asked.set(ValueLayout.JAVA_INT, 8L * i, any[i].number());
                asked.set(ValueLayout.JAVA_SHORT, 8L * i + 4, (short) Posix.POLLIN);
            }
            return Posix.poll(asked, any.length, millis);
        }
    }

    private boolean happens(int millis, OwnedDescriptor... any) throws IOException {
        if (millis == 0) {
            return polled(0, any) > 0;
        }
        long id = last.incrementAndGet();
        var turn = new Waiting();
        waiting.put(id, turn);
        int added = 0;
        try {
            for (var one : any) {
                Posix.change(queue, ADD, one, EVENT_BYTES, id);
                added++;
            }
            // On a busy machine the time may be over before the thread for all has told of what was there all along.
            return wait(turn, millis) || polled(0, any) > 0;
        } finally {
            waiting.remove(id);
            // Before anybody closes it: the kernel would go on telling of it while somebody else has it open, too.
            for (int i = 0; i < added; i++) {
                Posix.change(queue, REMOVE, any[i], EVENT_BYTES, id);
            }
        }
    }

    private static boolean wait(Waiting turn, int millis) {
        long began = System.nanoTime();
        boolean interrupted = false;
        try {
            while (!turn.happened) {
                long left = millis < 0
                        ? Long.MAX_VALUE
                        : TimeUnit.MILLISECONDS.toNanos(millis) - (System.nanoTime() - began);
                if (left <= 0) {
                    return false;
                }
                LockSupport.parkNanos(turn, left);
                interrupted |= Thread.interrupted();
            }
            return true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void watch() {
        while (true) {
            try {
                int count = Posix.events(queue, events, MOST_EVENTS);
                for (int i = 0; i < count; i++) {
                    var turn = waiting.get(
                            events.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) EVENT_BYTES * (i + 1) - Long.BYTES));
                    if (turn != null) {
                        turn.happened = true;
                        LockSupport.unpark(turn.thread);
                    }
                }
            } catch (IOException | RuntimeException | Error e) {
                // Whatever it is: with this thread gone, nobody's stderr would be read any more.
                var me = Thread.currentThread();
                me.getUncaughtExceptionHandler().uncaughtException(me, e);
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }
}
