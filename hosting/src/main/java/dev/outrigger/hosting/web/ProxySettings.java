package dev.outrigger.hosting.web;

import dev.outrigger.terminal.program.Problem;
import java.io.IOException;
import java.net.Authenticator;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The way out, as `https_proxy`, `HTTPS_PROXY` and `no_proxy`, `NO_PROXY` say it.
///
/// @param host "" for none
/// @param user "" for none; it and the password are shown nowhere
/// @param direct hosts that are reached without it: names, which stand for everything below them too, or `*`
record ProxySettings(String host, int port, String user, String password, List<String> direct) {
    private static final String TUNNEL_SCHEMES = "jdk.http.auth.tunneling.disabledSchemes";
    private static final int USUAL_PORT = 80;
    private static final int LAST_PORT = 65_535;

    static ProxySettings of(Map<String, String> environment) throws Problem {
        var variable = environment.getOrDefault("https_proxy", "").isEmpty() ? "HTTPS_PROXY" : "https_proxy";
        var given = environment.getOrDefault(variable, "").strip();
        var exceptions = environment.getOrDefault("no_proxy", "").isEmpty() ? "NO_PROXY" : "no_proxy";
        var direct = List.of(environment
                .getOrDefault(exceptions, "")
                .strip()
                .toLowerCase(Locale.ROOT)
                .split("[,\\s]+"));
        if (given.isEmpty()) {
            return new ProxySettings("", 0, "", "", direct);
        }
        try {
            var uri = new URI(given.contains("://") ? given : "http://" + given);
            int port = uri.getPort() < 0 ? USUAL_PORT : uri.getPort();
            if (!"http".equals(uri.getScheme()) || uri.getHost() == null || port > LAST_PORT) {
                throw unusable(variable);
            }
            var secret = uri.getRawUserInfo() == null ? "" : uri.getRawUserInfo();
            int colon = secret.indexOf(':');
            return new ProxySettings(
                    uri.getHost(),
                    port,
                    decoded(colon < 0 ? secret : secret.substring(0, colon)),
                    decoded(colon < 0 ? "" : secret.substring(colon + 1)),
                    direct);
        } catch (URISyntaxException | IllegalArgumentException _) {
            // Its message would repeat the password.
            throw unusable(variable);
        }
    }

    private static Problem unusable(String variable) {
        return new Problem(
                "the proxy that " + variable + " names cannot be used",
                "It must be http://HOST:PORT, or http://USER:PASSWORD@HOST:PORT with %-escapes for special characters.");
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /// Without its secrets; "" for none.
    String shown() {
        return host.isEmpty() ? "" : host + ":" + port;
    }

    boolean serves(String target) {
        if (host.isEmpty()) {
            return false;
        }
        var name = target.toLowerCase(Locale.ROOT);
        for (var each : direct) {
            var exception = each.startsWith("*.") ? each.substring(1) : each;
            var bare = exception.startsWith(".") ? exception.substring(1) : exception;
            if (each.equals("*") || (!bare.isEmpty() && (name.equals(bare) || name.endsWith("." + bare)))) {
                return false;
            }
        }
        return true;
    }

    ProxySelector selector() {
        var through = host.isEmpty()
                ? java.net.Proxy.NO_PROXY
                : new java.net.Proxy(java.net.Proxy.Type.HTTP, InetSocketAddress.createUnresolved(host, port));
        return new ProxySelector() {
            @Override
            public List<java.net.Proxy> select(URI uri) {
                return List.of(serves(String.valueOf(uri.getHost())) ? through : java.net.Proxy.NO_PROXY);
            }

            @Override
            public void connectFailed(URI uri, SocketAddress address, IOException failure) {
                // Whoever asked gets the failure itself.
            }
        };
    }

    /// Java does not send a plain password to a proxy, unless told before it makes its first connection. Here the user
    /// told it, by writing one down.
    Optional<Authenticator> authenticator() {
        if (user.isEmpty()) {
            return Optional.empty();
        }
        System.setProperty(TUNNEL_SCHEMES, "");
        return Optional.of(new Authenticator() {
            @Override
            protected PasswordAuthentication getPasswordAuthentication() {
                return new PasswordAuthentication(
                        getRequestorType() == RequestorType.PROXY ? user : "", password.toCharArray());
            }
        });
    }

    /// Never the password, whoever prints this.
    @Override
    public String toString() {
        return shown();
    }
}
