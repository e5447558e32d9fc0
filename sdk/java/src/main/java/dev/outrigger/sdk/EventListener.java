package dev.outrigger.sdk;

import dev.outrigger.wire.command.ToPlugin;

/// Hears what a subscription brings, on the thread that reads from the host: it must neither wait nor ask, since
/// nothing else would come meanwhile.
public interface EventListener {
    void happened(ToPlugin.Happened event);
}
