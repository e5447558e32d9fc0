package dev.outrigger.wire.rpc;

import dev.outrigger.wire.Json;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/// The way back to a peer that asked something: used once, from any thread, never waiting. When the peer is gone
/// by then, or has taken its request back, nothing is sent.
public final class RpcReply {
    private enum State {
        OPEN,
        ANSWERED,
        CANCELLED
    }

    private final RpcChannel channel;
    private final Json id;
    /// What the request may hold in memory while it is open.
    private final long cost;

    /// Both are changed together, by whoever holds this object's lock.
    private State state = State.OPEN;

    private @Nullable Runnable whenCancelled;

    RpcReply(RpcChannel channel, Json id, long cost) {
        this.channel = channel;
        this.id = id;
        this.cost = cost;
    }

    public void result(Json value) {
        if (finish()) {
            channel.answer(this, new RpcMessage.Result(id, value));
        }
    }

    public void error(RpcError error) {
        if (finish()) {
            channel.answer(this, new RpcMessage.Failure(id, error));
        }
    }

    /// A sign of life before the answer: `message`, `percent`, or what the two sides agree on.
    public void progress(Json.Obj said) {
        if (isOpen()) {
            var token = channel.dialect().token();
            var fields = new LinkedHashMap<String, Json>();
            fields.put(token, id);
            fields.putAll(said.fields());
            fields.put(token, id);
            channel.tell(channel.dialect().progress(), new Json.Obj(fields));
        }
    }

    /// What to do when the peer takes its request back, or is gone: at once, if it did already. The last one
    /// counts.
    public void onCancel(Runnable action) {
        synchronized (this) {
            whenCancelled = action;
            if (state != State.CANCELLED) {
                return;
            }
        }
        action.run();
    }

    Json id() {
        return id;
    }

    /// Returns when the peer has read enough of what it was told, or will hear nothing any more.
    void awaitRoom() {
        channel.awaitRoom();
    }

    long cost() {
        return cost;
    }

    synchronized boolean isOpen() {
        return state == State.OPEN;
    }

    /// Whether it was open.
    boolean cancel() {
        Runnable action;
        synchronized (this) {
            if (state != State.OPEN) {
                return false;
            }
            state = State.CANCELLED;
            action = whenCancelled;
        }
        if (action != null) {
            action.run();
        }
        return true;
    }

    private synchronized boolean finish() {
        if (state == State.ANSWERED) {
            throw new IllegalStateException("a second answer to the request with id " + id);
        }
        boolean open = state == State.OPEN;
        state = open ? State.ANSWERED : state;
        return open;
    }
}
