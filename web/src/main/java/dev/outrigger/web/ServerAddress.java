package dev.outrigger.web;

import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where the server listens.
///
/// @param port 0 for any that is free
/// @param bind another address than this machine's own two; null for these
/// @param hosts names besides our own by which it may be called
public record ServerAddress(int port, @Nullable InetAddress bind, List<String> hosts) {
    ServerAddress withPort(int other) {
        return new ServerAddress(other, bind, hosts);
    }
}
