package dev.outrigger.launch.tunnel;

import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;

/// What a program may connect to: a host, by name or by address (IPv6 without brackets), and a port or [#ANY_PORT].
public record TunnelEnd(String host, int port) {
    public static final int ANY_PORT = 0;

    public TunnelEnd {
        host = host.toLowerCase(Locale.ROOT);
    }

    /// The address, where the host is one. The text was checked to have only the one usual spelling.
    Optional<InetAddress> literal() {
        boolean numbers = host.indexOf(':') >= 0
                || host.substring(host.lastIndexOf('.') + 1).chars().allMatch(c -> c >= '0' && c <= '9');
        return numbers ? Optional.of(InetAddress.ofLiteral(host)) : Optional.empty();
    }

    boolean isLocalhost() {
        return host.equals("localhost");
    }

    /// Whether this is what was declared when a program asks for that host and port.
    boolean covers(String otherHost, int otherPort) {
        return (port == ANY_PORT || port == otherPort) && sameHost(otherHost);
    }

    private boolean sameHost(String other) {
        if (host.indexOf(':') >= 0 && other.indexOf(':') >= 0) {
            return InetAddress.ofLiteral(host).equals(InetAddress.ofLiteral(other));
        }
        return host.equalsIgnoreCase(other);
    }

    /// For people.
    public String text() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + (port == ANY_PORT ? "*" : port);
    }
}
