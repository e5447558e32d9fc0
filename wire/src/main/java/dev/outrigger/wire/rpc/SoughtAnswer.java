package dev.outrigger.wire.rpc;

import dev.outrigger.wire.LineExchange;

/// The answer to a call, as sought by the thread that waits for it.
final class SoughtAnswer implements LineExchange.Sought {
    private final RpcChannel channel;
    private final RpcCall call;

    SoughtAnswer(RpcChannel channel, RpcCall call) {
        this.channel = channel;
        this.call = call;
    }

    @Override
    public boolean take(byte[] bytes, int from, int to) {
        return channel.takeAnswer(call, bytes, from, to);
    }

    @Override
    public boolean wanted() {
        return channel.isOpen(call);
    }
}
