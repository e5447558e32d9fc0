package dev.outrigger.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The lines on their way to a peer, in order. Whoever sends first also writes; what comes while that write is stuck
/// waits here, up to a limit, so that a peer that does not read holds up only itself.
public final class LineOutbox {
    private static final int CHUNK = 64 * 1024;

    /// What is held for a peer to whom nothing is said; most messages fit.
    private static final int SMALL = 1024;

    /// After so many small writes in a row, a peer that was once told much counts as one that is told little.
    private static final int CALM = 16;

    /// What a stuck write is for, and since when; for whoever watches over the peer.
    public record Stuck(Thread writer, long sinceNanos, boolean full) {}

    private final OutputStream out;
    private final int limit;
    /// Told before each write, which may become stuck.
    private final Runnable watcher;
    /// Held by the thread that writes to the peer.
    private final ReentrantLock turn = new ReentrantLock();

    private final Chunk chunk = new Chunk();
    private final JsonWriter json = new JsonWriter(chunk);

    /// Guards what waits.
    private final ReentrantLock guard = new ReentrantLock();

    private final Condition room = guard.newCondition();
    private final ArrayDeque<Json> waiting = new ArrayDeque<>();
    /// As many as are in [#waiting]: to see that nobody waits, no lock is needed.
    private volatile int waitingCount;

    private long waitingBytes;
    /// Somebody's flush found it to be another's turn.
    private volatile boolean flushWanted;

    private volatile boolean broken;

    private volatile @Nullable Thread writer;
    private volatile long writingSince;

    public LineOutbox(OutputStream out, int limit) {
        this(out, limit, () -> {});
    }

    /// @param watcher is told that a write has begun, by the thread that writes: [#stuck] is about it already
    public LineOutbox(OutputStream out, int limit, Runnable watcher) {
        this.out = out;
        this.limit = limit;
        this.watcher = watcher;
    }

    /// One message, one line; it leaves at the next [#flush], or when enough has come together.
    public void add(Json message) {
        add(message, true);
    }

    /// The same, whether there is room or not: for whoever must not wait, and sees to it himself that not too much
    /// comes
    /// together.
    public void addAtOnce(Json message) {
        add(message, false);
    }

    private void add(Json message, boolean patient) {
        if (turn.tryLock()) {
            try {
                if (nothingWaits()) {
                    write(message);
                } else {
                    // Behind what waits, and before what others add while that is stuck.
                    waitInLine(message);
                    writeWaiting();
                }
            } finally {
                turn.unlock();
            }
            if (!nothingWaits() || flushWanted) {
                // Others came while it was our turn, and rely on us.
                flush();
            }
        } else {
            enqueue(message, patient);
        }
    }

    /// Behind everything added so far, without a write, and so without waiting for the peer: it leaves with the next
    /// [#flush]. For whoever sees to it himself that not too much comes together.
    public void put(Json message) {
        waitInLine(new Encoded(JsonText.bytes(message)));
    }

    /// Waits until no more than so many bytes wait, or nothing will leave any more.
    public void awaitRoom(long most) {
        guard.lock();
        try {
            while (waitingBytes > most && !broken) {
                room.awaitUninterruptibly();
            }
        } finally {
            guard.unlock();
        }
    }

    /// Everything added so far is with the peer, or waits behind a write that is stuck.
    public void flush() {
        flushWanted = true;
        while (turn.tryLock()) {
            try {
                flushWanted = false;
                writeWaiting();
                chunk.empty();
            } finally {
                turn.unlock();
            }
            if (nothingWaits() && !flushWanted) {
                return;
            }
        }
    }

    public void send(Json message) {
        add(message);
        flush();
    }

    /// The write that is going on now, if there is one: `null` most of the time.
    public @Nullable Stuck stuck() {
        var who = writer;
        return who == null ? null : new Stuck(who, writingSince, isFull());
    }

    /// What waits behind a write that is going on, in bytes.
    public long waitingBytes() {
        if (nothingWaits()) {
            return 0;
        }
        guard.lock();
        try {
            return waitingBytes;
        } finally {
            guard.unlock();
        }
    }

    /// How much room is held for what comes next, in bytes.
    int roomHeld() {
        return chunk.bytes.length;
    }

    /// No more lines: what waits is dropped, whoever waits for room goes on, and the peer sees the end of its input. A
    /// write that is stuck ends only with the peer, and until then this may hang as well.
    public void close() throws IOException {
        breakOff();
        out.close();
    }

    private void enqueue(Json message, boolean patient) {
        // A deferred value is kept as it is: it holds next to nothing until it is written.
        var ready = message instanceof Json.Obj object && holdsNothingYet(object)
                ? message
                : new Encoded(JsonText.bytes(message));
        guard.lock();
        try {
            while (patient && waitingBytes > limit && !broken) {
                room.awaitUninterruptibly();
            }
            waitInLine(ready);
        } finally {
            guard.unlock();
        }
        flush();
    }

    private void waitInLine(Json message) {
        guard.lock();
        try {
            if (!broken) {
                waiting.add(message);
                waitingCount = waiting.size();
                waitingBytes += size(message);
            }
        } finally {
            guard.unlock();
        }
    }

    private void writeWaiting() {
        for (var message = poll(); message != null; message = poll()) {
            write(message);
        }
    }

    private @Nullable Json poll() {
        if (nothingWaits()) {
            return null;
        }
        guard.lock();
        try {
            var message = waiting.poll();
            if (message != null) {
                waitingCount = waiting.size();
                waitingBytes -= size(message);
                room.signalAll();
            }
            return message;
        } finally {
            guard.unlock();
        }
    }

    private void write(Json message) {
        if (broken) {
            return;
        }
        try {
            json.write(message);
            chunk.write('\n');
        } catch (PeerGone _) {
            breakOff();
        } catch (IOException e) {
            // Half a line is out, and the rest of the value cannot be had: the stream is of no use any more.
            breakOff();
            throw new UncheckedIOException("an answer broke off", e);
        } catch (RuntimeException | Error e) {
            breakOff();
            throw e;
        }
    }

    private void breakOff() {
        guard.lock();
        try {
            broken = true;
            waiting.clear();
            waitingCount = 0;
            waitingBytes = 0;
            room.signalAll();
        } finally {
            guard.unlock();
        }
    }

    private boolean nothingWaits() {
        return waitingCount == 0;
    }

    /// Whether more waits than should.
    public boolean isFull() {
        return waitingBytes() > limit;
    }

    private static long size(Json message) {
        return message instanceof Encoded encoded ? encoded.bytes.length : 64;
    }

    private static boolean holdsNothingYet(Json.Obj message) {
        for (var value : message.fields().values()) {
            if (value instanceof Json.Deferred deferred && !deferred.isHeld()) {
                return true;
            }
        }
        return false;
    }

    /// A message that was turned into bytes to wait.
    private static final class Encoded implements Json.Deferred {
        private final byte[] bytes;

        Encoded(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            out.write(bytes);
        }
    }

    /// The peer does not take any more. That is for the reading side to notice and explain.
    private static final class PeerGone extends IOException {
        PeerGone(IOException cause) {
            super(cause);
        }
    }

    /// Collects small writes into large ones.
    private final class Chunk extends OutputStream {
        private byte[] bytes = new byte[SMALL];
        private int count;
        private int smallWrites;

        @Override
        public void write(int b) throws IOException {
            room(1);
            bytes[count++] = (byte) b;
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            if (length >= CHUNK) {
                passOn();
                pass(source, offset, length);
                return;
            }
            room(length);
            System.arraycopy(source, offset, bytes, count, length);
            count += length;
        }

        private void room(int length) throws PeerGone {
            if (length <= bytes.length - count) {
                return;
            }
            if (length > CHUNK - count) {
                passOn();
            }
            if (length > bytes.length - count) {
                bytes = Arrays.copyOf(bytes, Math.min(CHUNK, Math.max(2 * bytes.length, count + length)));
            }
        }

        void empty() {
            try {
                passOn();
            } catch (PeerGone _) {
                breakOff();
            }
        }

        private void passOn() throws PeerGone {
            int length = count;
            if (length == 0) {
                return;
            }
            count = 0;
            pass(bytes, 0, length);
            smallWrites = length > SMALL ? 0 : smallWrites + 1;
            if (smallWrites >= CALM && bytes.length > SMALL) {
                bytes = new byte[SMALL];
            }
        }

        private void pass(byte[] source, int offset, int length) throws PeerGone {
            if (length == 0 || broken) {
                return;
            }
            writingSince = System.nanoTime();
            writer = Thread.currentThread();
            try {
                watcher.run();
                out.write(source, offset, length);
                // A process's stream has a buffer of its own.
                out.flush();
            } catch (IOException e) {
                throw new PeerGone(e);
            } finally {
                writer = null;
            }
        }
    }
}
