package dev.outrigger.launch.watch;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// One sandbox that is watched. [#install] is called on the thread that then starts it and lives as long: the filter
/// stays on that thread for good, and on whatever it starts.
///
/// Bubblewrap makes a sandbox by the very calls that are violations in it. So all is allowed until the first program
/// is run inside, where nobody but bubblewrap has been before.
public final class Watch {
    /// A plugin that tries a million things is told of by this many, and a number.
    static final int MOST_TOLD = 64;

    private static final int PR_SET_NO_NEW_PRIVS = 38;
    private static final int SECCOMP_SET_MODE_FILTER = 1;
    private static final int NEW_LISTENER = 1 << 3;
    /// Else the signals by which some runtimes steer their threads would break every call off.
    private static final int WAIT_KILLABLE = 1 << 5;
    private static final int EINVAL = 22;
    private static final int EBUSY = 16;

    private final Watcher watcher;
    private final Audience audience;
    private final Set<String> told = new HashSet<>();

    /// Only for the try whether all this works: there is no sandbox then, and everybody counts as being inside.
    final boolean rehearsal;

    private volatile Rules rules;
    private volatile long ownThread;
    private volatile @Nullable Violation killer;
    private final AtomicLong total = new AtomicLong();
    private final AtomicLong asked = new AtomicLong();
    private long untold;
    private boolean toldBlind;
    private boolean armed;
    private long first;

    Watch(Watcher watcher, Rules rules, Audience audience, boolean rehearsal) {
        this.watcher = watcher;
        this.rules = rules;
        this.audience = audience;
        this.rehearsal = rehearsal;
        this.armed = rehearsal;
    }

    /// From here on, nothing may happen on this thread but the start of the program, and waiting for its end. A thread
    /// that is started from it is filtered as well.
    public void install() throws IOException {
        try (var arena = Arena.ofConfined()) {
            var kernel = new Kernel(watcher.processor, arena);
            var program = program(Trap.program(watcher.processor, rules), arena);
            ownThread = rehearsal ? -1 : kernel.thread();
            check(kernel.call(Kernel.Sys.PRCTL, PR_SET_NO_NEW_PRIVS, 1, 0));
            long listener = listen(kernel, program, NEW_LISTENER | WAIT_KILLABLE);
            if (listener == -EINVAL) {
                listener = listen(kernel, program, NEW_LISTENER);
            }
            check(listener);
            watcher.add((int) listener, this, kernel);
        }
    }

    private static long listen(Kernel kernel, MemorySegment program, int flags) {
        return kernel.call(Kernel.Sys.SECCOMP, SECCOMP_SET_MODE_FILTER, flags, program.address());
    }

    private static void check(long result) throws IOException {
        if (result == -EBUSY) {
            throw new IOException("the thread that starts it was itself started by one that is watched");
        }
        if (result < 0) {
            throw new IOException("the kernel does not let system calls be watched (error " + -result + ")");
        }
    }

    private static MemorySegment program(List<Instruction> instructions, Arena arena) {
        var code = arena.allocate(8L * instructions.size(), 8);
        for (int i = 0; i < instructions.size(); i++) {
            var instruction = instructions.get(i);
            code.set(ValueLayout.JAVA_SHORT, 8L * i, (short) instruction.code());
            code.set(ValueLayout.JAVA_BYTE, 8L * i + 2, (byte) instruction.ifTrue());
            code.set(ValueLayout.JAVA_BYTE, 8L * i + 3, (byte) instruction.ifFalse());
            code.set(ValueLayout.JAVA_INT, 8L * i + 4, instruction.value());
        }
        var program = arena.allocate(16, 8);
        program.set(ValueLayout.JAVA_SHORT, 0, (short) instructions.size());
        program.set(ValueLayout.JAVA_LONG, 8, code.address());
        return program;
    }

    /// By other rules from now on, which have the kernel ask about the same calls.
    public void judgeBy(Rules rules) {
        this.rules = rules;
    }

    Rules rules() {
        return rules;
    }

    /// What the sandbox was killed for. Known before it is dead, so that whoever sees it dead can ask.
    public Optional<Violation> killedFor() {
        return Optional.ofNullable(killer);
    }

    /// How many violations there have been, told or not.
    public long total() {
        return total.get();
    }

    /// How many calls have waited for an answer.
    public long asked() {
        return asked.get();
    }

    // What follows is the watcher's, on its thread.

    void asking() {
        asked.incrementAndGet();
    }

    boolean isOwnThread(long pid) {
        return pid == ownThread;
    }

    boolean isArmed() {
        return armed;
    }

    /// `first`: the process that all others in the sandbox end with.
    void arm(long first) {
        this.armed = true;
        this.first = first;
    }

    long first() {
        return first;
    }

    @Nullable
    RefusedCall refused(int number) {
        for (var call : rules.refused()) {
            if (call.number() == number) {
                return call;
            }
        }
        return null;
    }

    void note(Violation violation) {
        total.incrementAndGet();
        if (violation.kills() && killer == null) {
            killer = violation;
        }
        // The same thing again tells nobody anything.
        var key = violation.kind() + " " + violation.what();
        if (told.size() < MOST_TOLD && told.add(key)) {
            watcher.tell(() -> audience.seen(violation));
        } else {
            untold++;
        }
    }

    void blind(String why) {
        if (!toldBlind) {
            toldBlind = true;
            watcher.tell(() -> audience.blind(why));
        }
    }

    void over() {
        long count = untold;
        watcher.tell(() -> audience.untold(count));
    }
}
