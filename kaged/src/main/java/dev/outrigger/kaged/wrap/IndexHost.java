package dev.outrigger.kaged.wrap;

import dev.outrigger.launch.sandbox.Capability;
import dev.outrigger.launch.sandbox.ConfinementRefused;
import dev.outrigger.terminal.program.Problem;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/// A host and port that a configuration of npm or pip names.
record IndexHost(String host, int port) {
    /// Nothing for a text that is no address of the web.
    static Optional<IndexHost> of(String address) {
        try {
            var uri = new URI(address.strip());
            var host = uri.getHost();
            var scheme = uri.getScheme();
            if (host == null || scheme == null) {
                return Optional.empty();
            }
            return switch (scheme) {
                case "https" -> Optional.of(new IndexHost(host, uri.getPort() < 0 ? 443 : uri.getPort()));
                case "http" -> Optional.of(new IndexHost(host, uri.getPort() < 0 ? 80 : uri.getPort()));
                default -> Optional.empty();
            };
        } catch (URISyntaxException _) {
            return Optional.empty();
        }
    }

    Capability capability() throws Problem {
        try {
            return Capability.parse("net:" + host + ":" + port);
        } catch (ConfinementRefused e) {
            throw new Problem("the index at " + host + ":" + port + " cannot be reached: " + e.getMessage(), "");
        }
    }
}
