package dev.outrigger.launch.watch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// One sandbox that is watched. `listen`, which runs in it before the program does, has the kernel run [#filter] and
/// sends us the listener; from [#begin] on the kernel's questions are answered.
public final class SandboxWatch {
    /// A plugin that tries a million things is told of by this many, and a number.
    static final int MOST_TOLD = 64;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final SandboxWatcher watcher;
    private final ViolationListener audience;
    private final Set<String> told = new HashSet<>();

    private volatile WatchRules rules;
    private volatile @Nullable Violation killer;
    private volatile @Nullable Last last;
    private final AtomicLong total = new AtomicLong();
    private final AtomicLong asked = new AtomicLong();
    private long untold;
    private boolean toldBlind;
    private volatile long first;

    SandboxWatch(SandboxWatcher watcher, WatchRules rules, ViolationListener audience) {
        this.watcher = watcher;
        this.rules = rules;
        this.audience = audience;
    }

    /// What `listen` reads: the knock by which its own message passes, another one each time, and what the kernel is
    /// to run.
    public byte[] filter() {
        long knock = RANDOM.nextLong();
        var program = WatchFilter.program(watcher.processor, rules, knock);
        var bytes = ByteBuffer.allocate(8 + 8 * program.size()).order(ByteOrder.nativeOrder());
        bytes.putInt((int) knock).putInt((int) (knock >>> 32));
        for (var instruction : program) {
            bytes.putShort((short) instruction.code());
            bytes.put((byte) instruction.ifTrue()).put((byte) instruction.ifFalse());
            bytes.putInt(instruction.value());
        }
        return bytes.array();
    }

    /// The kernel's questions are answered from now on. `first`: the process that all others in the sandbox end with.
    /// The listener belongs to the watcher, also when this fails.
    public void begin(int listener, long first) throws IOException {
        this.first = first;
        watcher.add(listener, this);
    }

    /// By other rules from now on, which have the kernel ask about the same calls.
    public void judgeBy(WatchRules rules) {
        this.rules = rules;
    }

    WatchRules rules() {
        return rules;
    }

    /// What the sandbox was killed for. Known before it is dead, so that whoever sees it dead can ask.
    public Optional<Violation> killedFor() {
        return Optional.ofNullable(killer);
    }

    /// The last one, if it happened after this time of [System#nanoTime]; told or not.
    public Optional<Violation> lastSince(long nanos) {
        var known = last;
        return known == null || known.at() - nanos < 0 ? Optional.empty() : Optional.of(known.violation());
    }

    private record Last(Violation violation, long at) {}

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
        last = new Last(violation, System.nanoTime());
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
