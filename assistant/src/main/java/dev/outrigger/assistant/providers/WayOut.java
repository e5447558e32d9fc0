package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.ProviderProblem;
import java.net.http.HttpClient;

/// How this machine reaches others: through a proxy, with authorities of its own. Asked when the first connection is
/// made.
public interface WayOut {
    void prepare(HttpClient.Builder client) throws ProviderProblem;

    /// As Java would, but without a proxy.
    final class Direct implements WayOut {
        @Override
        public void prepare(HttpClient.Builder client) {
            client.proxy(HttpClient.Builder.NO_PROXY);
        }
    }
}
