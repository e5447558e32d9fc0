package dev.outrigger.kaged.project;

import dev.outrigger.kaged.store.StoreProblem;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/// From where plugins of projects may be fetched: from public hosts, and from what the operator's local.toml names.
public record GitHosts(List<String> named) {
    private static final String DISK = "file:";

    public GitHosts {
        named = List.copyOf(named);
    }

    /// Whether it lies where nothing is fetched from unasked for.
    void check(PluginSource source) throws StoreProblem {
        switch (source) {
            case PluginSource.Nowhere _, PluginSource.Within _ ->
                throw new StoreProblem("there is nothing to fetch: the project names no repository for it");
            case PluginSource.GitFolder(var url, var _) -> {
                if (!named.contains(DISK)) {
                    throw new StoreProblem(url + " is on this machine's disk: " + advice(DISK));
                }
            }
            case PluginSource.Git(var _, var host, var _) -> {
                try {
                    resolve(host, InetAddress.getAllByName(host));
                } catch (UnknownHostException e) {
                    throw new StoreProblem("cannot fetch from " + host + ": " + e.getMessage());
                }
            }
        }
    }

    /// The addresses of the host that may be dialled, for whoever looks it up: none but public ones, unless it is
    /// named.
    public List<InetAddress> resolve(String host, InetAddress[] found) throws UnknownHostException {
        for (var address : found) {
            if (!named.contains(host) && isPrivate(address)) {
                throw new UnknownHostException(
                        host + " is " + address.getHostAddress() + ", which is no public address: " + advice(host));
            }
        }
        return List.of(found);
    }

    private static String advice(String word) {
        return "`[projects] git_hosts = [\"" + word + "\"]` in local.toml allows it";
    }

    private static boolean isPrivate(InetAddress address) {
        if (address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isAnyLocalAddress()
                || address.isMulticastAddress()) {
            return true;
        }
        var bytes = address.getAddress();
        return switch (address) {
            // Of a provider's own network, 100.64.0.0/10.
            case Inet4Address _ -> bytes[0] == 0 || ((bytes[0] & 0xff) == 100 && (bytes[1] & 0xc0) == 64);
            // Unique local, fc00::/7.
            case Inet6Address _ -> (bytes[0] & 0xfe) == 0xfc;
            default -> true;
        };
    }
}
