package dev.outrigger.hosting.live;

import dev.outrigger.wire.command.ToPlugin;

/// An answer, and what begins when it is on its way, so that nothing which follows from it comes before it.
public record DeskReply(ToPlugin.Answer answer, Runnable after) {
    public static DeskReply of(ToPlugin.Answer answer) {
        return new DeskReply(answer, () -> {});
    }
}
