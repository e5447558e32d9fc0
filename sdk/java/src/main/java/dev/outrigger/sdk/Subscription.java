package dev.outrigger.sdk;

import dev.outrigger.wire.command.ToHost;
import dev.outrigger.wire.command.ToPlugin;

/// Events as they come, until it is closed.
public final class Subscription implements AutoCloseable {
    private final Jp jp;
    private final String subId;
    private final long count;

    Subscription(Jp jp, String subId, long count) {
        this.jp = jp;
        this.subId = subId;
        this.count = count;
    }

    /// For answers to what the host asks by it.
    public String subId() {
        return subId;
    }

    /// The number of the event behind which it began; 0 for one to the list.
    public long count() {
        return count;
    }

    /// Once only. What was on its way is not heard any more.
    @Override
    public void close() {
        jp.forget(subId);
        try {
            jp.ask(new ToHost.Unsubscribe(subId), ToPlugin.Unsubscribed.class);
        } catch (RequestFailed e) {
            System.err.println("unsubscribe: " + e.what());
        } catch (HostGone _) {
            // And with it all subscriptions.
        }
    }
}
