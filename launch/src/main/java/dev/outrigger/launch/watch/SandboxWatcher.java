package dev.outrigger.launch.watch;

import dev.outrigger.system.ProcessorKind;
import dev.outrigger.system.SystemCallNumber;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;

/// Answers for all sandboxes: a call that is watched waits until it did. If the host dies, those calls fail.
/// A listener is let go of when the last process it tells of is gone.
public final class SandboxWatcher {
    private static final int EPOLL_ADD = 1;
    private static final int READABLE = 1;
    private static final int MOST_EVENTS = 64;
    private static final int CLOSE_ON_EXEC = 02000000;
    private static final long SIGNALS_BYTES = 8;
    private static final int STARTS_AT_ONCE = 3;
    private static final long QUIET_NANOS = 20_000_000;
    private static final long SET_FLAGS = 0x40082104L;
    /// The caller's processor answers, too: a few microseconds instead of many.
    private static final long ON_THE_SAME_PROCESSOR = 1;

    final ProcessorKind processor;
    private final int polling;
    private final Map<Integer, SandboxWatch> watches = new ConcurrentHashMap<>();
    private final BlockingQueue<Runnable> telling = new LinkedBlockingQueue<>();
    private final SynchronousQueue<Fresh> fresh = new SynchronousQueue<>();

    // Of the thread that answers for all.
    private final RawSystemCalls kernel;
    private final CallJudge judge;
    private final MemorySegment events;
    private final int eventBytes;

    private SandboxWatcher(ProcessorKind processor) throws IOException {
        this.processor = processor;
        // For the life of the process, as the thread is.
        var arena = Arena.global();
        this.kernel = new RawSystemCalls(processor, arena);
        this.judge = new CallJudge(processor, kernel, arena);
        // Packed on x86 alone.
        this.eventBytes = processor.pick(12, 16);
        this.events = arena.allocate((long) eventBytes * MOST_EVENTS, 8);
        long descriptor = kernel.call(SystemCallNumber.EPOLL_CREATE1, CLOSE_ON_EXEC, 0, 0);
        if (descriptor < 0) {
            throw new IOException("no descriptor to poll with (error " + -descriptor + ")");
        }
        this.polling = (int) descriptor;
    }

    public static SandboxWatcher start() throws IOException {
        var processor = ProcessorKind.here();
        if (processor.isEmpty()) {
            throw new IOException("the system calls of this processor are not known");
        }
        var watcher = new SandboxWatcher(processor.get());
        Thread.ofPlatform().daemon().name("watches plugins").start(watcher::watch);
        Thread.ofPlatform().daemon().name("tells of violations").start(watcher::tell);
        for (int i = 0; i < STARTS_AT_ONCE; i++) {
            Thread.ofPlatform().daemon().name("attends a start").start(watcher::attend);
        }
        return watcher;
    }

    public SandboxWatch watch(WatchRules rules, ViolationListener audience) {
        return new SandboxWatch(this, rules, audience);
    }

    void add(int listener, SandboxWatch watch) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var own = new RawSystemCalls(processor, arena);
            // Kernels before 6.6 do without.
            own.call(SystemCallNumber.IOCTL, listener, SET_FLAGS, ON_THE_SAME_PROCESSOR);
            if (!fresh.offer(new Fresh(listener, watch)) && !poll(listener, watch, own)) {
                own.close(listener);
                throw new IOException("the listener cannot be polled");
            }
        }
    }

    private record Fresh(int listener, SandboxWatch watch) {}

    private boolean poll(int listener, SandboxWatch watch, RawSystemCalls kernel) {
        watches.put(listener, watch);
        try (var arena = Arena.ofConfined()) {
            var event = arena.allocate(eventBytes, 8);
            event.set(ValueLayout.JAVA_INT, 0, READABLE);
            event.set(ValueLayout.JAVA_INT_UNALIGNED, eventBytes - 8, listener);
            if (kernel.call(SystemCallNumber.EPOLL_CTL, polling, EPOLL_ADD, listener, event.address(), 0, 0) >= 0) {
                return true;
            }
            watches.remove(listener);
            return false;
        }
    }

    /// A start asks many times, all at once. So it has somebody to itself who waits for it alone: the
    /// kernel then lets the two take turns on one processor, where waking another one takes many times longer. Once
    /// it is quiet, it is one among all. Whoever finds nobody free is that from the beginning.
    private void attend() {
        var arena = Arena.global();
        var own = new RawSystemCalls(processor, arena);
        var judge = new CallJudge(processor, own, arena);
        while (true) {
            try {
                var start = fresh.take();
                while (judge.isAsked(start.listener(), QUIET_NANOS)) {
                    judge.receive(start.listener(), start.watch());
                }
                if (!poll(start.listener(), start.watch(), own)) {
                    failed(new IOException("the listener of a sandbox cannot be polled: its calls will fail"));
                    own.close(start.listener());
                }
            } catch (InterruptedException _) {
                return;
            } catch (RuntimeException | Error e) {
                failed(e);
            }
        }
    }

    void tell(Runnable what) {
        telling.add(what);
    }

    private void tell() {
        while (true) {
            try {
                telling.take().run();
            } catch (InterruptedException _) {
                return;
            } catch (RuntimeException | Error e) {
                // One listener's failure: with this thread gone, nobody would hear of a violation any more.
                failed(e);
            }
        }
    }

    static void failed(Throwable e) {
        var thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    }

    private void watch() {
        while (true) {
            long ready = kernel.call(
                    SystemCallNumber.EPOLL_PWAIT, polling, events.address(), MOST_EVENTS, -1, 0, SIGNALS_BYTES);
            for (int i = 0; i < ready; i++) {
                try {
                    happened((long) eventBytes * i);
                } catch (RuntimeException | Error e) {
                    // Whatever it is: with this thread gone, every plugin would stand still.
                    failed(e);
                }
            }
        }
    }

    private void happened(long at) {
        int what = events.get(ValueLayout.JAVA_INT_UNALIGNED, at);
        int listener = events.get(ValueLayout.JAVA_INT_UNALIGNED, at + eventBytes - 8);
        var watch = watches.get(listener);
        if (watch == null) {
            return;
        }
        if ((what & READABLE) != 0) {
            // One for each listener in a round, so that a plugin with many waits for those with few.
            judge.receive(listener, watch);
        } else {
            watches.remove(listener);
            kernel.close(listener);
            watch.over();
        }
    }

    /// Of those that are watched now.
    int size() {
        return watches.size();
    }
}
