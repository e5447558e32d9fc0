package dev.outrigger.web;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Server-sent events to one page. Whoever sends never waits: what the browser has not read is held up to a limit, and
/// then the stream is cut off; the browser comes back with the last id that it has.
public final class EventStream {
    private static final long MOST_BYTES = 8 << 20;
    private static final int LATEST_BYTES = 1024;
    /// A comment now and then tells that the browser is still there.
    private static final long BEAT_SECONDS = 15;

    /// Between two drawings of what grows: as long as the last one took, times this, and one picture of a screen at
    /// least.
    private static final int REST = 3;

    private static final long LEAST_REST_NANOS = 16_000_000;

    private record Message(String id, String event, Supplier<String> data, int weight, boolean latest) {}

    private final ReentrantLock guard = new ReentrantLock();
    private final Condition changed = guard.newCondition();
    /// In the order in which they leave; the key is the message's own, or the name of what only its latest state counts
    /// of.
    private final LinkedHashMap<Object, Message> waiting = new LinkedHashMap<>();

    private long waitingBytes;
    private boolean ended;
    private volatile long writingSince;
    private volatile @Nullable Thread writer;

    EventStream() {}

    /// `data` is one line. With an id other than "", a browser that comes back says that it has this.
    public void send(String id, String event, String data) {
        put(new Object(), new Message(id, event, () -> data, data.length() + id.length() + 64, false));
    }

    /// Of what is sent under one key only the latest leaves, made when its turn comes.
    public void latest(String key, String event, Supplier<String> data) {
        put(key, new Message("", event, data, LATEST_BYTES, true));
    }

    /// What waits under this key is out of date.
    public void forget(String key) {
        guard.lock();
        try {
            var gone = waiting.remove(key);
            waitingBytes -= gone == null ? 0 : gone.weight;
        } finally {
            guard.unlock();
        }
    }

    private void put(Object key, Message message) {
        guard.lock();
        try {
            if (ended) {
                return;
            }
            var before = waiting.put(key, message);
            waitingBytes += message.weight - (before == null ? 0 : before.weight);
            if (waitingBytes > MOST_BYTES) {
                ended = true;
                waiting.clear();
            }
            changed.signalAll();
        } finally {
            guard.unlock();
        }
    }

    /// No more comes; what waits still leaves.
    public void end() {
        guard.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            guard.unlock();
        }
    }

    /// Writes until the end, the browser's or ours.
    void write(OutputStream out) throws IOException {
        writer = Thread.currentThread();
        try {
            // The browser knows that it is connected, and when to come back.
            pass(out, "retry: 1000\n\n");
            for (var message = next(); message != null; message = next()) {
                write(out, message);
            }
        } finally {
            end();
            writer = null;
        }
    }

    private void write(OutputStream out, Message message) throws IOException {
        long began = System.nanoTime();
        if (message.event.isEmpty()) {
            pass(out, ": \n\n");
            return;
        }
        var id = message.id.isEmpty() ? "" : "id: " + message.id + "\n";
        pass(out, id + "event: " + message.event + "\ndata: " + message.data.get() + "\n\n");
        if (message.latest) {
            LockSupport.parkNanos(Math.max(LEAST_REST_NANOS, REST * (System.nanoTime() - began)));
        }
    }

    private void pass(OutputStream out, String text) throws IOException {
        writingSince = System.nanoTime();
        try {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        } finally {
            writingSince = 0;
        }
    }

    private static final Message BEAT = new Message("", "", () -> "", 0, false);

    private @Nullable Message next() {
        guard.lock();
        try {
            long left = TimeUnit.SECONDS.toNanos(BEAT_SECONDS);
            while (waiting.isEmpty() && !ended) {
                if (left <= 0) {
                    return BEAT;
                }
                try {
                    left = changed.awaitNanos(left);
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                    return null;
                }
            }
            var entry = waiting.pollFirstEntry();
            if (entry == null) {
                return null;
            }
            var first = entry.getValue();
            waitingBytes -= first.weight;
            return first;
        } finally {
            guard.unlock();
        }
    }

    /// Ends the connection when the browser has not taken anything for so long.
    void cutIfStuck(long stuckNanos) {
        long since = writingSince;
        var stuck = writer;
        if (since != 0 && stuck != null && System.nanoTime() - since > stuckNanos) {
            end();
            // A write that is interrupted closes its connection.
            stuck.interrupt();
        }
    }
}
