package dev.outrigger.wire.rpc;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// Remembers what went wrong on a channel.
final class NotedFaults implements ChannelListener {
    final List<String> strays = new CopyOnWriteArrayList<>();
    final List<String> heads = new CopyOnWriteArrayList<>();
    final List<String> ignored = new CopyOnWriteArrayList<>();
    final List<ChannelFault> faults = new CopyOnWriteArrayList<>();
    final List<Throwable> bugs = new CopyOnWriteArrayList<>();
    final AtomicInteger settled = new AtomicInteger();

    @Override
    public void stray(String why, String head) {
        strays.add(why);
        heads.add(head);
    }

    @Override
    public void ignored(String what) {
        ignored.add(what);
    }

    @Override
    public void fault(ChannelFault fault) {
        faults.add(fault);
    }

    @Override
    public void settled() {
        settled.incrementAndGet();
    }

    @Override
    public void bug(String where, Throwable bug) {
        bugs.add(bug);
    }
}
