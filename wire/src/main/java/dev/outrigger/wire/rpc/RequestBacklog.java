package dev.outrigger.wire.rpc;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// The requests of one peer that take their time: done one after the other, by a thread that is there while it is
/// needed. One that is taken back leaves at once, with everything it holds; and while more waits for the peer to read
/// than it may, the next one is not begun.
public final class RequestBacklog implements AutoCloseable {
    private final ThreadPoolExecutor turns;

    /// `stack` is what its thread needs of it, in bytes; 0 is the usual.
    public RequestBacklog(String name, long stack) {
        this.turns = new ThreadPoolExecutor(1, 1, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
            var thread = new Thread(null, work, name, stack);
            thread.setDaemon(true);
            return thread;
        });
        turns.allowCoreThreadTimeOut(true);
    }

    /// By the thread that reads from the peer. `work` answers, or sees to it that somebody does, and throws nothing.
    public void add(RpcReply reply, Runnable work) {
        Runnable turn = () -> {
            reply.awaitRoom();
            if (reply.isOpen()) {
                work.run();
            }
        };
        reply.onCancel(() -> turns.remove(turn));
        try {
            turns.execute(turn);
        } catch (RejectedExecutionException _) {
            // Closed: the peer is gone, and with it everybody who would hear the answer.
            reply.error(RpcErrorCode.CANCELLED.error("the connection has ended"));
        }
    }

    /// How many wait for their turn.
    public int waiting() {
        return turns.getQueue().size();
    }

    /// What waits is dropped, and what is at work interrupted.
    @Override
    public void close() {
        turns.shutdownNow();
    }
}
