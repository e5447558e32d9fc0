package dev.outrigger.wire;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Lines from a peer, handled one at a time and in order, by the thread that reads them: a hand-over to another thread
/// would cost more than most answers do. Only when that thread is stuck in a write to the peer does another one take
/// over the reading, so that a peer which writes without reading is still heard.
public final class LineExchange {
    /// What to do with the peer's lines. May answer through the outbox; the exchange flushes it when no further line is
    /// at hand. The answer comes last: while it is stuck on its way, the next line may already be handled.
    public interface Handler {
        /// The bytes are the handler's until it returns.
        void line(byte[] bytes, int from, int to);

        void tooLong(byte[] bytes, int from, int to);

        /// No further line is at hand; what was answered leaves after this.
        default void pause() {}
    }

    private final LineReader reader;
    private final LineOutbox outbox;
    private final Handler handler;
    private final CountDownLatch ended = new CountDownLatch(1);
    /// Odd while the leader is at work on a line, even while it reads. The leader and [#relieve] both want to make an
    /// odd one even, and only who succeeds may read on.
    private final AtomicLong steps = new AtomicLong();

    private volatile Thread leader = Thread.currentThread();
    private volatile @Nullable Throwable failure;

    public LineExchange(InputStream in, int lineLimit, LineOutbox outbox, Handler handler) {
        this(in, lineLimit, Long.MAX_VALUE, outbox, handler);
    }

    /// A line of more than `endless` bytes ends [#run] with an [EndlessLine].
    public LineExchange(InputStream in, int lineLimit, long endless, LineOutbox outbox, Handler handler) {
        this.reader = new LineReader(in, lineLimit, endless);
        this.outbox = outbox;
        this.handler = handler;
    }

    /// Returns when the peer's stream has ended. Throws what the handler threw: that is our own bug, or a stream that
    /// broke.
    public void run() throws IOException {
        var _ = run(ReadingTurn.TO_THE_END);
    }

    /// The same, unless the turn is over before: then it returns true, and the next thread goes on by calling this
    /// again. One thread at a time.
    public boolean run(ReadingTurn turn) throws IOException {
        leader = Thread.currentThread();
        if (lead(turn)) {
            return true;
        }
        boolean interrupted = false;
        while (true) {
            try {
                ended.await();
                break;
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        switch (failure) {
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case null, default -> {}
        }
        return false;
    }

    /// For whoever watches over the peer, now and then: lets another thread read when the present one is stuck.
    public void relieve(long stuckNanos) {
        long step = steps.get();
        var stuck = outbox.stuck();
        if (step % 2 == 1
                && stuck != null
                && stuck.writer().equals(leader)
                && System.nanoTime() - stuck.sinceNanos() > stuckNanos
                && steps.compareAndSet(step, step + 1)) {
            reader.leave();
            var next = new Thread(
                    () -> {
                        var _ = lead(ReadingTurn.TO_THE_END);
                    },
                    "reader");
            next.setDaemon(true);
            leader = next;
            next.start();
        }
    }

    /// Whether the peer has said its last word. While [#run] has not returned all the same, it hangs in a write to a
    /// peer that neither reads nor dies: nothing but the end of the peer frees it.
    public boolean ended() {
        return ended.getCount() == 0;
    }

    /// Whether it left off because the turn was over.
    private boolean lead(ReadingTurn turn) {
        try {
            while (true) {
                if (!reader.ready() && !turn.goesOn()) {
                    return true;
                }
                var found = reader.next();
                boolean more = found != LineReader.Found.END && reader.ready();
                long step = steps.incrementAndGet();
                if (ended()) {
                    return false;
                }
                switch (found) {
                    case LINE -> {
                        if (!reader.blank()) {
                            handler.line(reader.bytes(), reader.from(), reader.to());
                        }
                    }
                    case TOO_LONG -> handler.tooLong(reader.bytes(), reader.from(), reader.to());
                    case END -> {
                        outbox.flush();
                        ended.countDown();
                        return false;
                    }
                }
                if (!more) {
                    handler.pause();
                    outbox.flush();
                }
                if (!steps.compareAndSet(step, step + 1)) {
                    outbox.flush();
                    return false;
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
            ended.countDown();
            return false;
        }
    }
}
