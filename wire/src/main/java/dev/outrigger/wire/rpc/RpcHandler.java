package dev.outrigger.wire.rpc;

/// What the peer wants of us. Called by the thread that reads, one message after the other: who has to wait for
/// something answers later, from another thread.
public interface RpcHandler {
    /// `reply` is to be used once, now or later.
    void request(RpcMessage.Request request, RpcReply reply);

    void notification(RpcMessage.Notification notification);
}
