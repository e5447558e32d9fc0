package dev.outrigger.wire;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Whose turn it is to read what a peer says. It is the leader's, who waits in a read and handles every line; but
/// to hand a line over to a thread that waits for it costs as much as a short answer takes. So such a thread may
/// read until its line comes.
///
/// The leader's read cannot be broken off, so it has to be away from the pipe by then. When the last line was for
/// a thread that waited, which is likely to ask again, the leader lingers for a moment, and who comes meanwhile
/// finds the turn free. The lingering ends at once when somebody needs the leader.
///
/// Everything of the reader belongs to whose turn it is.
final class ReadingTurn {
    /// As much later, at most, is anything heard that nobody waits for.
    private static final long LINGER = TimeUnit.MILLISECONDS.toNanos(2);

    /// More misses in a row do not make the leader linger any less often.
    private static final int MOST_MISSES = 10;

    private enum Turn {
        LEADERS,
        /// The leader lingers.
        FREE,
        SEEKERS,
        /// Likewise; and the leader has lingered long enough, and wants to be woken.
        SEEKERS_AT_LAST
    }

    private final AtomicReference<Turn> turn = new AtomicReference<>(Turn.LEADERS);
    private volatile @Nullable Thread leader;
    private volatile long lingersUntil;
    /// How often in a row a seeker met another line than its own, which then needs one hand-over more; and how often
    /// the leader still does not linger for that.
    private int misses;

    private int pauses;

    boolean isFree() {
        return turn.get() == Turn.FREE;
    }

    /// By the leader. Returns when it is its turn again.
    void linger(LineExchange.Handler handler) {
        if (pauses > 0) {
            pauses--;
            return;
        }
        leader = Thread.currentThread();
        lingersUntil = System.nanoTime() + LINGER;
        turn.set(Turn.FREE);
        recallIfNeeded(handler);
        boolean interrupted = false;
        while (turn.get() != Turn.LEADERS) {
            long left = lingersUntil - System.nanoTime();
            if (left > 0) {
                LockSupport.parkNanos(this, left);
            } else if (turn.compareAndSet(Turn.FREE, Turn.LEADERS)) {
                break;
            } else if (turn.compareAndSet(Turn.SEEKERS, Turn.SEEKERS_AT_LAST) || turn.get() == Turn.SEEKERS_AT_LAST) {
                LockSupport.park(this);
            }
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// By anybody who needs the leader to read.
    void recall() {
        if (turn.compareAndSet(Turn.FREE, Turn.LEADERS)) {
            LockSupport.unpark(leader);
        }
    }

    /// Whether it is the turn of who asks: now, and until one of the two below.
    boolean seize() {
        return isFree() && turn.compareAndSet(Turn.FREE, Turn.SEEKERS);
    }

    /// By a seeker that has found its line, and nothing behind it.
    void leave(LineExchange.Handler handler) {
        misses = 0;
        lingersUntil = System.nanoTime() + LINGER;
        if (turn.compareAndSet(Turn.SEEKERS, Turn.FREE)) {
            recallIfNeeded(handler);
        } else {
            toLeader();
        }
    }

    /// By a seeker behind whose line there is more to read, or which has not found it.
    void giveBack(boolean found) {
        misses = found ? 0 : Math.min(misses + 1, MOST_MISSES);
        pauses = (1 << misses) - 1;
        toLeader();
    }

    private void toLeader() {
        turn.set(Turn.LEADERS);
        LockSupport.unpark(leader);
    }

    /// Who came to need the leader just before it was to be seen that it lingers has not called it.
    private void recallIfNeeded(LineExchange.Handler handler) {
        if (!handler.mayLinger()) {
            recall();
        }
    }
}
