package dev.outrigger.launch.tunnel;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Where the declared ends are found inside: a value, before anything listens.
///
/// A name with a port gets a loopback address of its own, in /etc/hosts, and a door there, so that clients need to know
/// nothing. What cannot be served like this (any port; an address that is not loopback) goes through an HTTP proxy.
public record TunnelDoors(List<TunnelEnd> ends, List<Door> doors, Map<String, String> addresses) {
    /// Each is a process that listens.
    static final int MOST = 32;

    static final int PROXY_PORT = 3128;

    /// Where a program connects to, inside.
    public sealed interface Door {
        String address();

        int port();
    }

    /// Leads to one end, without a word.
    public record Direct(TunnelEnd end, String address, int port) implements Door {}

    /// Leads to any of the declared ends, by HTTP's CONNECT.
    public record Proxy(String address, int port) implements Door {}

    public TunnelDoors {
        ends = List.copyOf(ends);
        doors = List.copyOf(doors);
    }

    public static final TunnelDoors NONE = new TunnelDoors(List.of(), List.of(), Map.of());

    /// Empty, or the end that cannot be had, and why.
    public static Optional<String> objection(List<TunnelEnd> ends) {
        for (var end : ends) {
            var literal = end.literal();
            if (literal.isPresent()) {
                var why = AddressRule.nonsense(literal.get());
                if (why.isPresent()) {
                    return Optional.of("net:" + end.text() + ": " + why.get());
                }
                // An IPv4 address in the disguise of an IPv6 one.
                if (end.host().indexOf(':') >= 0 && literal.get().getAddress().length == 4) {
                    return Optional.of("net:" + end.text() + ": write it as net:"
                            + literal.get().getHostAddress() + ":"
                            + (end.port() == TunnelEnd.ANY_PORT ? "*" : end.port()));
                }
            }
        }
        int doors = to(ends).doors().size();
        return doors > MOST
                ? Optional.of("net:<host>:<port>: " + doors + " ends, and " + MOST + " is the most: declare"
                        + " net:<host>:* instead, and use the proxy")
                : Optional.empty();
    }

    public static TunnelDoors to(List<TunnelEnd> ends) {
        var taken = new HashSet<String>();
        ends.forEach(end -> taken.add(end.host()));
        var addresses = new LinkedHashMap<String, String>();
        var doors = new LinkedHashMap<String, Door>();
        boolean proxy = false;
        for (var end : ends) {
            if (!isDirect(end)) {
                proxy = true;
                continue;
            }
            var address = addressOf(end, addresses, taken);
            // localhost and 127.0.0.1 are one door: whoever is declared first.
            doors.putIfAbsent(address + " " + end.port(), new Direct(end, address, end.port()));
        }
        var all = new ArrayList<>(doors.values());
        if (proxy) {
            all.add(new Proxy(free(78, taken), PROXY_PORT));
        }
        return new TunnelDoors(ends, all, Map.copyOf(addresses));
    }

    private static boolean isDirect(TunnelEnd end) {
        var literal = end.literal();
        return end.port() != TunnelEnd.ANY_PORT
                && (literal.isEmpty() || literal.get().isLoopbackAddress());
    }

    private static String addressOf(TunnelEnd end, Map<String, String> addresses, Set<String> taken) {
        if (end.isLocalhost()) {
            return "127.0.0.1";
        }
        return end.literal()
                .map(InetAddress::getHostAddress)
                .orElseGet(() -> addresses.computeIfAbsent(end.host(), _ -> free(77, taken)));
    }

    private static String free(int second, Set<String> taken) {
        for (int i = 0; ; i++) {
            var address = "127." + second + "." + i / 250 + "." + (1 + i % 250);
            if (taken.add(address)) {
                return address;
            }
        }
    }

    /// The text of /etc/hosts. `localhost` is IPv4 alone: its doors are there, and simple clients try but one address.
    public String hosts(String ownName) {
        var text = new StringBuilder("127.0.0.1 localhost");
        if (!addresses.containsKey(ownName)) {
            text.append(' ').append(ownName);
        }
        text.append("\n::1 ip6-localhost\n");
        new TreeMap<>(addresses)
                .forEach((name, address) ->
                        text.append(address).append(' ').append(name).append('\n'));
        return text.toString();
    }

    /// The hosts that have an address of their own here, by that address.
    public Map<String, String> names() {
        var names = new TreeMap<String, String>();
        addresses.forEach((name, address) -> names.put(address, name));
        return names;
    }

    /// The variables that tell clients of the proxy; none where there is none.
    public Map<String, String> environment() {
        var variables = new TreeMap<String, String>();
        for (var door : doors) {
            if (door instanceof Proxy(var address, int port)) {
                var url = "http://" + address + ":" + port;
                for (var name : List.of("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY")) {
                    variables.put(name, url);
                }
                var here = new ArrayList<>(List.of("localhost", "127.0.0.1", "::1"));
                here.removeIf(host -> ends.stream().anyMatch(end -> end.covers(host, -1)));
                variables.put("no_proxy", String.join(",", here));
                variables.put("NO_PROXY", String.join(",", here));
            }
        }
        return variables;
    }

    /// One clause for people: how that end is reached.
    public String words(TunnelEnd end) {
        for (var door : doors) {
            if (door instanceof Direct(var to, var address, int port) && to.equals(end)) {
                return "to " + end.text() + ", inside at " + at(address) + ":" + port;
            }
        }
        for (var door : doors) {
            if (door instanceof Proxy(var address, int port) && !isDirect(end)) {
                return "to " + end.text() + ", by the HTTP proxy inside at " + at(address) + ":" + port;
            }
        }
        return "to " + end.text() + ", through the door of another";
    }

    private static String at(String address) {
        return address.indexOf(':') < 0 ? address : "[" + address + "]";
    }
}
