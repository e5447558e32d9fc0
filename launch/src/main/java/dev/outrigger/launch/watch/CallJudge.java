package dev.outrigger.launch.watch;

import dev.outrigger.system.ProcessorKind;
import dev.outrigger.system.SystemCallNumber;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Answers the kernel's questions, for one thread.
final class CallJudge {
    private static final int CONTINUE = 1;
    private static final int READABLE = 1;
    /// No error's number: there is nobody left to answer. With an answer it would run on until death reached it.
    private static final int DEAD = -1;

    private static final long RECEIVE = 0xC0502100L;
    private static final long ANSWER = 0xC0182101L;
    private static final long IS_VALID = 0x40082102L;
    private static final long SIGNALS_BYTES = 8;

    private final WatchedCall[] calls = new WatchedCall[512];
    private final RawSystemCalls kernel;
    private final CallReader reading;
    private final FileTreeView tree = new Now();
    private final CallNotice notice;
    private final MemorySegment answer;
    private final MemorySegment polled;
    private final MemorySegment patience;

    CallJudge(ProcessorKind processor, RawSystemCalls kernel, Arena arena) {
        this.kernel = kernel;
        this.reading = new CallReader(kernel, processor, arena);
        this.notice = new CallNotice(arena.allocate(CallNotice.SIZE, 8));
        this.answer = arena.allocate(24, 8);
        this.polled = arena.allocate(8, 4);
        this.patience = arena.allocate(16, 8);
        for (var call : WatchedCall.values()) {
            if (call.on(processor) >= 0) {
                calls[call.on(processor)] = call;
            }
        }
    }

    /// Whether somebody asks within this time.
    boolean isAsked(int listener, long nanos) {
        polled.set(ValueLayout.JAVA_INT, 0, listener);
        polled.set(ValueLayout.JAVA_SHORT, 4, (short) READABLE);
        polled.set(ValueLayout.JAVA_SHORT, 6, (short) 0);
        patience.set(ValueLayout.JAVA_LONG, 0, 0);
        patience.set(ValueLayout.JAVA_LONG, 8, nanos);
        long ready = kernel.call(SystemCallNumber.PPOLL, polled.address(), 1, patience.address(), 0, SIGNALS_BYTES, 0);
        return ready > 0 && (polled.get(ValueLayout.JAVA_SHORT, 6) & READABLE) != 0;
    }

    /// One question.
    void receive(int listener, SandboxWatch watch) {
        notice.bytes().fill((byte) 0);
        if (kernel.call(
                        SystemCallNumber.IOCTL,
                        listener,
                        RECEIVE,
                        notice.bytes().address())
                < 0) {
            // Whoever made the call was killed meanwhile.
            return;
        }
        watch.asking();
        int errno;
        try {
            errno = judge(listener, watch);
        } catch (RuntimeException | Error e) {
            // The call waits for some answer.
            errno = RawSystemCalls.EPERM;
            SandboxWatcher.failed(e);
        }
        if (errno == DEAD) {
            return;
        }
        answer.set(ValueLayout.JAVA_LONG, 0, notice.id());
        answer.set(ValueLayout.JAVA_LONG, 8, 0);
        answer.set(ValueLayout.JAVA_INT, 16, -errno);
        answer.set(ValueLayout.JAVA_INT, 20, errno == 0 ? CONTINUE : 0);
        kernel.call(SystemCallNumber.IOCTL, listener, ANSWER, answer.address());
    }

    /// The error that the call fails with; 0 when it goes on, for the kernel to allow or to refuse.
    private int judge(int listener, SandboxWatch watch) {
        int number = notice.number();
        var call = number >= 0 && number < calls.length ? calls[number] : null;
        if (call == null) {
            return refuse(listener, watch, number);
        }
        try {
            for (var seen : reading.seen(call, notice, watch.rules())) {
                var violation = watch.rules().judge(seen, tree);
                if (violation.isPresent() && isHis(listener)) {
                    return act(watch, violation.get(), RawSystemCalls.EPERM);
                }
            }
        } catch (CallReader.Blind e) {
            watch.blind(String.valueOf(e.getMessage()));
        }
        return 0;
    }

    private int refuse(int listener, SandboxWatch watch, int number) {
        var refused = watch.refused(number);
        if (refused == null || !isHis(listener)) {
            return 0;
        }
        var with = switch (refused.when()) {
            case RefusedCall.When.Always _ -> "";
            case RefusedCall.When.WithBits(int argument, var _) -> argument(argument);
            case RefusedCall.When.With(int argument, var _) -> argument(argument);
            case RefusedCall.When.Without(int argument, var _) -> argument(argument);
        };
        var seen = new WaitingCall(notice.pid(), refused.name(), new WaitingCall.Refused(with));
        return watch.rules()
                .judge(seen, tree)
                .map(violation -> act(watch, violation, refused.errno()))
                .orElse(refused.errno());
    }

    private String argument(int index) {
        return "0x" + Integer.toHexString((int) notice.argument(index));
    }

    /// Noted first: whoever sees it dead may ask why at once.
    private int act(SandboxWatch watch, Violation violation, int errno) {
        watch.note(violation);
        if (!violation.kills()) {
            return 0;
        }
        // With the first process all others die, and meanwhile the offender stays where it is: killed by itself,
        // it would set those free that wait for its end.
        return watch.first() > 0 && kernel.kill(watch.first()) ? DEAD : errno;
    }

    /// Whether the call still waits, so that all that was read was its caller's.
    private boolean isHis(int listener) {
        answer.set(ValueLayout.JAVA_LONG, 0, notice.id());
        return kernel.call(SystemCallNumber.IOCTL, listener, IS_VALID, answer.address()) == 0;
    }

    private final class Now implements FileTreeView {
        @Override
        public boolean onHost(String path) {
            return kernel.exists(path);
        }

        @Override
        public boolean inside(String path) {
            return kernel.exists("/proc/" + notice.pid() + "/root" + path);
        }

        @Override
        public boolean listens(WaitingCall.Internet at) {
            return NetworkListeners.at(at, notice.pid());
        }

        @Override
        public boolean hears(int port) {
            return NetworkListeners.hear(port, notice.pid());
        }
    }
}
