package dev.outrigger.web;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/// The streams that are open: no more than a bound, and none to a browser that has stopped reading.
final class StreamWatch implements AutoCloseable {
    private static final int MOST = 64;

    private final long stuckNanos;
    private final Set<EventStream> streams = ConcurrentHashMap.newKeySet();
    private final AtomicInteger places = new AtomicInteger(MOST);
    private final Thread watcher;

    StreamWatch(long stuckNanos) {
        this.stuckNanos = stuckNanos;
        this.watcher = Thread.ofVirtual().name("stream watch").start(this::watch);
    }

    EventStream open() throws Refused {
        if (places.decrementAndGet() < 0) {
            places.incrementAndGet();
            throw new Refused(503, "Too many pages are open; close some.");
        }
        var stream = new EventStream();
        streams.add(stream);
        LockSupport.unpark(watcher);
        return stream;
    }

    void closed(EventStream stream) {
        streams.remove(stream);
        places.incrementAndGet();
    }

    private void watch() {
        try {
            while (!Thread.interrupted()) {
                if (streams.isEmpty()) {
                    LockSupport.park();
                    continue;
                }
                TimeUnit.NANOSECONDS.sleep(Math.min(stuckNanos, TimeUnit.SECONDS.toNanos(1)));
                for (var stream : streams) {
                    stream.cutIfStuck(stuckNanos);
                }
            }
        } catch (InterruptedException _) {
            // The server is closed.
        }
    }

    @Override
    public void close() {
        watcher.interrupt();
        streams.forEach(EventStream::end);
    }
}
