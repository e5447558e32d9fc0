package dev.outrigger.web;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.List;

/// Where a server of ours listens: on both of this machine's own addresses at one port, or where its user says.
final class LocalPorts {
    private static final byte[] IPV4 = {127, 0, 0, 1};
    private static final byte[] IPV6 = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    private static final int ATTEMPTS = 20;
    /// Connections that wait to be accepted; behind more of them a browser would wait for seconds.
    private static final int BACKLOG = 1024;

    private LocalPorts() {}

    /// With a free choice, the port of the last time if it can be had: the pages that are still open look there.
    static List<HttpServer> bound(ServerAddress at, int before) throws IOException {
        if (at.port() == 0 && before != 0) {
            try {
                return bound(at.withPort(before));
            } catch (BindException _) {
                // Somebody else's by now.
            }
        }
        return bound(at);
    }

    private static List<HttpServer> bound(ServerAddress at) throws IOException {
        if (at.bind() != null) {
            return List.of(HttpServer.create(new InetSocketAddress(at.bind(), at.port()), BACKLOG));
        }
        for (int attempt = 1; ; attempt++) {
            var four = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(IPV4), at.port()), BACKLOG);
            try {
                return List.of(four, six(four.getAddress().getPort()));
            } catch (BindException e) {
                four.stop(0);
                // A port that is free on one address may be taken on the other.
                if (at.port() != 0 || attempt == ATTEMPTS) {
                    throw e;
                }
            } catch (SocketException _) {
                // A machine without IPv6: nobody can listen there in our place either.
                return List.of(four);
            }
        }
    }

    private static HttpServer six(int port) throws IOException {
        return HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(IPV6), port), BACKLOG);
    }
}
