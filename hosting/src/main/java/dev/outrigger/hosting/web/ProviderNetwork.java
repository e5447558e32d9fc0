package dev.outrigger.hosting.web;

import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.assistant.providers.NetworkAccess;
import dev.outrigger.terminal.program.Problem;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.Map;

/// Providers of models are reached as registries are: through the proxy that the environment names, believing the
/// authorities that it names. What is reached without encryption is near, and reached directly.
public final class ProviderNetwork implements NetworkAccess {
    private final Map<String, String> environment;
    private final Path folder;

    public ProviderNetwork(Map<String, String> environment, Path folder) {
        this.environment = environment;
        this.folder = folder;
    }

    @Override
    public void prepare(HttpClient.Builder client, URI there) throws ProviderProblem {
        try {
            if (!encrypted(there)) {
                client.proxy(HttpClient.Builder.NO_PROXY).sslContext(CertificateAuthorities.none());
                return;
            }
            var proxy = ProxySettings.of(environment);
            client.proxy(proxy.selector());
            proxy.authenticator().ifPresent(client::authenticator);
            CertificateAuthorities.of(environment, folder, "").ifPresent(client::sslContext);
        } catch (Problem e) {
            throw new ProviderProblem(ProviderProblem.Kind.REFUSED, e.what(), e.hint());
        }
    }

    @Override
    public String through(URI there) {
        try {
            var proxy = ProxySettings.of(environment);
            return encrypted(there) && proxy.serves(String.valueOf(there.getHost()))
                    ? " through the proxy " + proxy.shown()
                    : "";
        } catch (Problem _) {
            // Whoever prepares a connection is told.
            return "";
        }
    }

    private static boolean encrypted(URI uri) {
        return "https".equalsIgnoreCase(uri.getScheme());
    }
}
