package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.ProviderProblem;
import java.net.URI;
import java.net.http.HttpClient;

/// How this machine reaches others: through a proxy, with authorities of its own. Asked when the first connection is
/// made.
public interface NetworkAccess {
    /// For connections to a server, and to no other.
    void prepare(HttpClient.Builder client, URI there) throws ProviderProblem;

    /// Words for a proxy on the way there, with a blank before them; "" when there is none.
    default String through(URI there) {
        return "";
    }

    /// As Java would, but without a proxy.
    final class Direct implements NetworkAccess {
        @Override
        public void prepare(HttpClient.Builder client, URI there) {
            client.proxy(HttpClient.Builder.NO_PROXY);
        }
    }
}
