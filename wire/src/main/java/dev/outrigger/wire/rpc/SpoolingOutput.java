package dev.outrigger.wire.rpc;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A stream to a peer that never keeps its writer waiting. What surely fits into the pipe is written at once, by
/// whoever brings it: a hand-over to another thread would cost more than the write. Everything else is kept, and
/// a thread of its own takes it to the peer; it comes when it is needed and goes when it has been idle.
///
/// What surely fits is told by a [WriteRoom]; or, without one, by the answers: who answered a call has read everything
/// that was written before it. A peer that answers calls it has not read can make a writer wait all the same:
/// that shows in [dev.outrigger.wire.LineOutbox#stuck], and is a fault.
///
/// One thread writes at a time, as an outbox sees to it.
final class SpoolingOutput extends OutputStream {
    private static final int SLICE = 64 * 1024;
    private static final int LARGEST_KEPT = 1 << 20;
    private static final long LINGER = TimeUnit.SECONDS.toNanos(1);
    private static final byte[] NOTHING = {};

    private final OutputStream out;
    private final @Nullable WriteRoom room;
    private final int window;
    /// Told once when the peer takes no more, with how many bytes it took.
    private final Broken broken;

    interface Broken {
        void at(long position);
    }

    private final ReentrantLock guard = new ReentrantLock();
    private final Condition more = guard.newCondition();
    private final Condition less = guard.newCondition();
    private byte[] kept = NOTHING;
    private int keptBytes;
    private byte[] spare = NOTHING;
    /// What the thread has taken over and not yet written; 0 when it has nothing to do.
    private int underway;

    private boolean direct;
    private boolean threadAlive;
    private volatile boolean closing;
    private boolean closed;
    private volatile boolean over;
    private volatile long accepted;
    private volatile long read;
    private volatile long sliceSince;
    /// [#keptBytes] and [#underway] together, to be seen without the lock.
    private volatile int waiting;

    SpoolingOutput(OutputStream out, @Nullable WriteRoom room, int window, Broken broken) {
        this.out = out;
        this.room = room;
        this.window = window;
        this.broken = broken;
    }

    /// How many bytes were taken in so far.
    long position() {
        return accepted;
    }

    /// The peer has read at least so far.
    void readUpTo(long position) {
        if (position > read) {
            read = position;
        }
    }

    int waiting() {
        return waiting;
    }

    boolean isOver() {
        return over || closing;
    }

    /// Since when the thread has been trying to write the same bytes.
    long waitingSince() {
        return sliceSince;
    }

    /// Returns when no more than this waits, or nothing ever will again.
    void awaitAtMost(int bytes) {
        if (waiting <= bytes) {
            return;
        }
        guard.lock();
        try {
            while (waiting > bytes && !over) {
                less.awaitUninterruptibly();
            }
        } finally {
            guard.unlock();
        }
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        guard.lock();
        try {
            if (over || closing) {
                throw new IOException("the peer takes no more");
            }
            // A stream over a channel of java.nio closes itself when an interrupted thread writes to it.
            direct = waiting == 0 && fits(length) && !Thread.currentThread().isInterrupted();
            long before = accepted;
            accepted = before + length;
            if (!direct) {
                keep(bytes, offset, length);
                return;
            }
        } finally {
            guard.unlock();
        }
        try {
            out.write(bytes, offset, length);
            out.flush();
        } catch (IOException e) {
            breakOff(length);
            throw e;
        } finally {
            directDone();
        }
    }

    /// Never waits: whoever is in the middle of a write closes the stream behind itself.
    @Override
    public void close() throws IOException {
        guard.lock();
        try {
            closing = true;
            over = true;
            keptBytes = 0;
            kept = NOTHING;
            count();
            more.signalAll();
            less.signalAll();
            if (closed || direct || underway > 0) {
                return;
            }
            closed = true;
        } finally {
            guard.unlock();
        }
        out.close();
    }

    /// Likewise, when everything that is kept has been written.
    void closeWhenWritten() throws IOException {
        guard.lock();
        try {
            closing = true;
            more.signalAll();
            if (closed || direct || waiting > 0) {
                return;
            }
            closed = true;
        } finally {
            guard.unlock();
        }
        out.close();
    }

    private boolean fits(int length) {
        return room != null ? room.takes(length) : accepted + length - read <= window;
    }

    private void directDone() throws IOException {
        guard.lock();
        try {
            direct = false;
            if (!closing || closed) {
                return;
            }
            closed = true;
        } finally {
            guard.unlock();
        }
        out.close();
    }

    private void keep(byte[] bytes, int offset, int length) {
        if (kept.length - keptBytes < length) {
            kept = Arrays.copyOf(kept, Math.max(Math.addExact(keptBytes, length), Math.min(kept.length, 1 << 29) * 2));
        }
        System.arraycopy(bytes, offset, kept, keptBytes, length);
        keptBytes += length;
        if (waiting == 0) {
            sliceSince = System.nanoTime();
        }
        count();
        if (threadAlive) {
            more.signal();
        } else {
            threadAlive = true;
            Thread.ofPlatform().daemon().name("spool").start(this::work);
        }
    }

    private void work() {
        while (true) {
            byte[] batch;
            int length;
            guard.lock();
            try {
                batch = take();
                length = underway;
                if (length == 0) {
                    threadAlive = false;
                }
            } finally {
                guard.unlock();
            }
            if (length == 0) {
                closeIfWanted();
                return;
            }
            try {
                pass(batch, length);
            } catch (IOException _) {
                // The peer's end of the pipe is closed. Why that is, the reading side finds out and explains.
                breakOff(0);
            }
            if (!goOn(batch)) {
                return;
            }
        }
    }

    private byte[] take() {
        long left = LINGER;
        while (keptBytes == 0 && !isOver() && left > 0) {
            try {
                left = more.awaitNanos(left);
            } catch (InterruptedException _) {
                // Nobody knows this thread; if somebody wants it to end all the same, it is idle and may.
                left = 0;
            }
        }
        var batch = kept;
        underway = keptBytes;
        kept = spare;
        spare = NOTHING;
        keptBytes = 0;
        return batch;
    }

    private void pass(byte[] batch, int length) throws IOException {
        for (int at = 0; at < length && !over; at += SLICE) {
            int slice = Math.min(SLICE, length - at);
            sliceSince = System.nanoTime();
            out.write(batch, at, slice);
            out.flush();
            guard.lock();
            try {
                underway -= slice;
                count();
                less.signalAll();
            } finally {
                guard.unlock();
            }
        }
    }

    /// Whether there is to be another round.
    private boolean goOn(byte[] batch) {
        guard.lock();
        try {
            underway = 0;
            count();
            less.signalAll();
            if (batch.length <= LARGEST_KEPT) {
                spare = batch;
            }
            if (!over) {
                return true;
            }
            threadAlive = false;
        } finally {
            guard.unlock();
        }
        closeIfWanted();
        return false;
    }

    private void closeIfWanted() {
        guard.lock();
        try {
            if (!closing || closed) {
                return;
            }
            closed = true;
        } finally {
            guard.unlock();
        }
        try {
            out.close();
        } catch (IOException _) {
            // Broken already; there is nothing left to close.
        }
    }

    /// `unwritten` is what was lost on the way around the queue.
    private void breakOff(int unwritten) {
        long position;
        guard.lock();
        try {
            if (over) {
                return;
            }
            position = accepted - Math.max(unwritten, waiting);
            over = true;
            keptBytes = 0;
            kept = NOTHING;
            count();
            less.signalAll();
        } finally {
            guard.unlock();
        }
        broken.at(position);
    }

    private void count() {
        waiting = keptBytes + underway;
    }
}
