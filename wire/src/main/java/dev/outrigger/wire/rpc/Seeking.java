package dev.outrigger.wire.rpc;

import dev.outrigger.wire.Exchange;

/// The answer to a call, as sought by the thread that waits for it.
final class Seeking implements Exchange.Sought {
    private final Channel channel;
    private final Call call;

    Seeking(Channel channel, Call call) {
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
