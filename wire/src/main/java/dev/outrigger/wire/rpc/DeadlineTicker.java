package dev.outrigger.wire.rpc;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Sees to the deadlines of all channels: one thread, which looks at what is open every few milliseconds. A call
/// costs it nothing but that look, since most are over long before their deadline; and it sleeps while nothing is
/// open anywhere.
public final class DeadlineTicker implements AutoCloseable {
    private static final Duration TICK = Duration.ofMillis(20);
    /// How many ticks without anything open before it sleeps. To wake it costs a caller some microseconds, which
    /// shall not come with every call.
    private static final int QUIET_TICKS = 50;

    interface Ticked {
        /// Whether anything is open.
        boolean tick(long now);
    }

    private final LongSupplier nanos;
    private final Set<Ticked> members = ConcurrentHashMap.newKeySet();
    private @Nullable Thread thread;
    private volatile boolean asleep;
    private volatile boolean closed;

    /// With a clock of one's own, and nobody who looks at it: time passes at [#tick].
    public DeadlineTicker(LongSupplier nanos) {
        this.nanos = nanos;
    }

    public static DeadlineTicker start() {
        var ticker = new DeadlineTicker(System::nanoTime);
        ticker.thread = Thread.ofPlatform().daemon().name("ticker").start(ticker::run);
        return ticker;
    }

    /// One look at everything. Whether anything is open.
    public boolean tick() {
        long now = nanos.getAsLong();
        boolean open = false;
        for (var member : members) {
            try {
                open |= member.tick(now);
            } catch (RuntimeException | Error e) {
                // A listener that throws must not take everybody else's deadlines along.
                var me = Thread.currentThread();
                me.getUncaughtExceptionHandler().uncaughtException(me, e);
            }
        }
        return open;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    long now() {
        return nanos.getAsLong();
    }

    void join(Ticked member) {
        members.add(member);
    }

    void leave(Ticked member) {
        members.remove(member);
    }

    /// Something was opened.
    void wake() {
        if (asleep) {
            asleep = false;
            LockSupport.unpark(thread);
        }
    }

    boolean isAsleep() {
        return asleep;
    }

    private void run() {
        int quiet = 0;
        while (!closed) {
            quiet = tick() ? 0 : quiet + 1;
            if (quiet <= QUIET_TICKS) {
                LockSupport.parkNanos(this, TICK.toNanos());
            } else if (!asleep) {
                // Once more round, for what was opened before anybody could see that we sleep.
                asleep = true;
            } else {
                LockSupport.park(this);
                quiet = 0;
                asleep = false;
            }
        }
    }
}
