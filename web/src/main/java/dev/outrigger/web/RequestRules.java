package dev.outrigger.web;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which requests are heard at all: those that call us by our own name, and that come from our own pages. A page of
/// another site, and a name of another site that was made to lead here, end at these.
final class RequestRules {
    static final String COOKIE = "outrigger";

    private final Set<String> hosts;

    /// @param hosts what may stand in `Host`, with the port
    RequestRules(Set<String> hosts) {
        this.hosts = hosts;
    }

    /// The `Host` by which we were called.
    String host(Map<String, List<String>> headers) throws Refused {
        var given = headers.getOrDefault("Host", List.of());
        if (given.size() != 1 || !hosts.contains(given.getFirst())) {
            throw new Refused(
                    403, "This server does not answer to that name. Use the address that was printed when it started.");
        }
        return given.getFirst();
    }

    /// What changes something comes from a page of ours.
    void fromOurPage(Map<String, List<String>> headers, String host) throws Refused {
        if (!headers.getOrDefault("Origin", List.of()).equals(List.of("http://" + host))) {
            throw new Refused(403, "This request does not come from a page of this server, so nothing was done.");
        }
    }

    /// A stream is for a page of ours that is open. Browsers say so to this machine; to another, by a name that the
    /// user has listed, they say it only where the connection is encrypted.
    void streamOfOurPage(Map<String, List<String>> headers, String host) throws Refused {
        var site = headers.getOrDefault("Sec-fetch-site", List.of());
        boolean here = host.substring(0, Math.max(0, host.lastIndexOf(':'))).endsWith(".localhost");
        if (!site.equals(List.of("same-origin")) && (here || !site.isEmpty())) {
            throw new Refused(403, "Only a page of this server may follow its events.");
        }
    }

    void json(Map<String, List<String>> headers) throws Refused {
        var type = one(headers, "Content-type");
        if (type == null || !type.split(";", 2)[0].strip().equalsIgnoreCase("application/json")) {
            throw new Refused(415, "What is posted here is JSON.");
        }
    }

    static String cookie(Map<String, List<String>> headers) {
        for (var header : headers.getOrDefault("Cookie", List.of())) {
            for (var pair : header.split(";")) {
                var stripped = pair.strip();
                if (stripped.startsWith(COOKIE + "=")) {
                    return stripped.substring(COOKIE.length() + 1);
                }
            }
        }
        return "";
    }

    static @Nullable String one(Map<String, List<String>> headers, String name) {
        var values = headers.getOrDefault(name, List.of());
        return values.size() == 1 ? values.getFirst() : null;
    }
}
