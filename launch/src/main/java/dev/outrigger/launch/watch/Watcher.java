package dev.outrigger.launch.watch;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/// The one thread that answers for all sandboxes: a call that is watched waits until it did. If the host dies, those
/// calls fail.
///
/// A descriptor is let go of when the last process it tells of is gone, not when somebody says so: a thread of ours
/// that was filtered would fail in calls that nobody answers.
public final class Watcher {
    private static final int EPOLL_ADD = 1;
    private static final int READABLE = 1;
    private static final int MOST_EVENTS = 64;
    private static final int CONTINUE = 1;
    private static final int CLOSE_ON_EXEC = 02000000;
    private static final long SIGNALS_BYTES = 8;
    /// No error's number: there is nobody left to answer. With an answer it would run on until death reached it.
    private static final int DEAD = -1;

    private static final long RECEIVE = 0xC0502100L;
    private static final long ANSWER = 0xC0182101L;
    private static final long IS_VALID = 0x40082102L;
    private static final long SET_FLAGS = 0x40082104L;
    /// The caller's processor answers, too: a few microseconds instead of many.
    private static final long ON_THE_SAME_PROCESSOR = 1;

    final Processor processor;
    private final int polling;
    private final Map<Integer, Watch> watches = new ConcurrentHashMap<>();
    private final BlockingQueue<Runnable> telling = new LinkedBlockingQueue<>();
    private final Watched[] calls = new Watched[512];

    // Of the answering thread.
    private final Kernel kernel;
    private final Reading reading;
    private final Processes processes;
    private final Tree tree;
    private final Notice notice;
    private final MemorySegment answer;
    private final MemorySegment events;
    private final int eventBytes;

    private Watcher(Processor processor) throws IOException {
        this.processor = processor;
        // For the life of the process, as the thread is.
        var arena = Arena.global();
        this.kernel = new Kernel(processor, arena);
        this.reading = new Reading(kernel, processor, arena);
        this.processes = new Processes(kernel);
        this.notice = new Notice(arena.allocate(Notice.SIZE, 8));
        this.answer = arena.allocate(24, 8);
        // Packed on x86 alone.
        this.eventBytes = processor.pick(12, 16);
        this.events = arena.allocate((long) eventBytes * MOST_EVENTS, 8);
        this.tree = new Now();
        for (var call : Watched.values()) {
            if (call.on(processor) >= 0) {
                calls[call.on(processor)] = call;
            }
        }
        long descriptor = kernel.call(Kernel.Sys.EPOLL_CREATE1, CLOSE_ON_EXEC, 0, 0);
        if (descriptor < 0) {
            throw new IOException("no descriptor to poll with (error " + -descriptor + ")");
        }
        this.polling = (int) descriptor;
    }

    static Watcher start(Processor processor) throws IOException {
        var watcher = new Watcher(processor);
        Thread.ofPlatform().daemon().name("watches plugins").start(watcher::watch);
        Thread.ofPlatform().daemon().name("tells of violations").start(watcher::tell);
        return watcher;
    }

    public Watch watch(Rules rules, Audience audience) {
        return new Watch(this, rules, audience, false);
    }

    Watch rehearsal(Rules rules, Audience audience) {
        return new Watch(this, rules, audience, true);
    }

    /// Called on the thread that was just filtered: what it calls here is not watched.
    void add(int listener, Watch watch, Kernel kernel) throws IOException {
        watches.put(listener, watch);
        // Kernels before 6.6 do without.
        kernel.call(Kernel.Sys.IOCTL, listener, SET_FLAGS, ON_THE_SAME_PROCESSOR);
        try (var arena = Arena.ofConfined()) {
            var event = arena.allocate(eventBytes, 8);
            event.set(ValueLayout.JAVA_INT, 0, READABLE);
            event.set(ValueLayout.JAVA_INT_UNALIGNED, eventBytes - 8, listener);
            long result = kernel.call(Kernel.Sys.EPOLL_CTL, polling, EPOLL_ADD, listener, event.address(), 0, 0);
            if (result < 0) {
                watches.remove(listener);
                kernel.close(listener);
                throw new IOException("the listener cannot be polled (error " + -result + ")");
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

    private static void failed(Throwable e) {
        var thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    }

    private void watch() {
        while (true) {
            long ready =
                    kernel.call(Kernel.Sys.EPOLL_PWAIT, polling, events.address(), MOST_EVENTS, -1, 0, SIGNALS_BYTES);
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
            receive(listener, watch);
        } else {
            watches.remove(listener);
            kernel.close(listener);
            watch.over();
        }
    }

    /// One for each listener in a round, so that a plugin with many waits for those with few.
    private void receive(int listener, Watch watch) {
        notice.bytes().fill((byte) 0);
        if (kernel.call(Kernel.Sys.IOCTL, listener, RECEIVE, notice.bytes().address()) < 0) {
            // Whoever made the call was killed meanwhile.
            return;
        }
        watch.asking();
        int errno;
        try {
            errno = judge(listener, watch);
        } catch (RuntimeException | Error e) {
            // The call waits for some answer.
            errno = Kernel.EPERM;
            failed(e);
        }
        if (errno == DEAD) {
            return;
        }
        answer.set(ValueLayout.JAVA_LONG, 0, notice.id());
        answer.set(ValueLayout.JAVA_LONG, 8, 0);
        answer.set(ValueLayout.JAVA_INT, 16, -errno);
        answer.set(ValueLayout.JAVA_INT, 20, errno == 0 ? CONTINUE : 0);
        kernel.call(Kernel.Sys.IOCTL, listener, ANSWER, answer.address());
    }

    /// The error that the call fails with; 0 when it goes on, for the kernel to allow or to refuse.
    private int judge(int listener, Watch watch) {
        long pid = notice.pid();
        if (watch.isOwnThread(pid)) {
            return 0;
        }
        int number = notice.number();
        var call = number >= 0 && number < calls.length ? calls[number] : null;
        if (!watch.isArmed()) {
            if (call == Watched.EXECVE || call == Watched.EXECVEAT) {
                switch (processes.where(pid)) {
                    case Processes.Inside(long first) -> watch.arm(first);
                    case Processes.Outside _ -> {}
                    // Then the sandbox will not come to be, rather than be one that nobody watches.
                    case Processes.Unknown _ -> watch.arm(0);
                }
            }
            if (!watch.isArmed()) {
                return 0;
            }
        }
        if (call == null) {
            return refuse(listener, watch, number);
        }
        try {
            for (var seen : reading.seen(call, notice, watch.rules)) {
                var violation = watch.rules.judge(seen, tree);
                if (violation.isPresent() && isHis(listener, watch, pid)) {
                    return act(watch, violation.get(), Kernel.EPERM);
                }
            }
        } catch (Reading.Blind e) {
            watch.blind(String.valueOf(e.getMessage()));
        }
        return 0;
    }

    private int refuse(int listener, Watch watch, int number) {
        var refused = watch.refused(number);
        if (refused == null || !isHis(listener, watch, notice.pid())) {
            return 0;
        }
        var with = switch (refused.when()) {
            case RefusedCall.When.Always _ -> "";
            case RefusedCall.When.WithBits(int argument, var _) -> argument(argument);
            case RefusedCall.When.WithoutBits(int argument, var _) -> argument(argument);
            case RefusedCall.When.With(int argument, var _) -> argument(argument);
            case RefusedCall.When.Without(int argument, var _) -> argument(argument);
        };
        var seen = new Seen(notice.pid(), refused.name(), new Seen.Refused(with));
        return watch.rules
                .judge(seen, tree)
                .map(violation -> act(watch, violation, refused.errno()))
                .orElse(refused.errno());
    }

    private String argument(int index) {
        return "0x" + Integer.toHexString((int) notice.argument(index));
    }

    /// Noted first: whoever sees it dead may ask why at once.
    private int act(Watch watch, Violation violation, int errno) {
        watch.note(violation);
        if (!violation.kills()) {
            return 0;
        }
        // With the first process all others die, and meanwhile the offender stays where it is: killed by itself,
        // it would set those free that wait for its end.
        return watch.first() > 0 && kernel.kill(watch.first()) ? DEAD : errno;
    }

    /// Whether the call still waits, so that all that was read was its caller's; and whether the caller is inside. Our
    /// own threads and the outer half of bubblewrap are not.
    private boolean isHis(int listener, Watch watch, long pid) {
        answer.set(ValueLayout.JAVA_LONG, 0, notice.id());
        boolean waits = kernel.call(Kernel.Sys.IOCTL, listener, IS_VALID, answer.address()) == 0;
        return waits && (watch.rehearsal || !(processes.where(pid) instanceof Processes.Outside));
    }

    private final class Now implements Tree {
        @Override
        public boolean onHost(String path) {
            return kernel.exists(path);
        }

        @Override
        public boolean inside(String path) {
            return kernel.exists("/proc/" + notice.pid() + "/root" + path);
        }
    }

    /// Of those that are watched now.
    int size() {
        return watches.size();
    }
}
