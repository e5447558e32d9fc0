package dev.outrigger.launch.tunnel;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Connects to declared ends: looks the name up, checks each answer, and dials the very address it checked.
final class EndDialler {
    /// An answer that [AddressRule] objects to, and no other one: not a failure of the net, but a breach.
    static final class Forbidden extends Exception {
        /// What was answered.
        final String address;

        Forbidden(String message, String address) {
            super(message, null, false, false);
            this.address = address;
        }
    }

    private static final int MOST_ANSWERS = 8;

    private final HostResolver resolver;
    private final Duration patience;
    private final ConcurrentHashMap<String, Semaphore> lookups = new ConcurrentHashMap<>();

    /// `patience`: for a lookup, and for each address.
    EndDialler(HostResolver resolver, Duration patience) {
        this.resolver = resolver;
        this.patience = patience;
    }

    SocketChannel dial(TunnelEnd declared, int port) throws IOException, Forbidden {
        var failure = new IOException(declared.host() + " has no address");
        for (var address : allowed(declared)) {
            try {
                return connect(new InetSocketAddress(address, port));
            } catch (IOException e) {
                failure = e;
            }
        }
        throw failure;
    }

    private List<InetAddress> allowed(TunnelEnd declared) throws IOException, Forbidden {
        var literal = declared.literal();
        var answers = literal.isPresent() ? List.of(literal.get()) : lookUp(declared.host());
        var good = new ArrayList<InetAddress>();
        Forbidden bad = null;
        for (var answer : answers) {
            var objection = AddressRule.objection(declared, answer);
            if (objection.isPresent()) {
                var address = answer.getHostAddress();
                bad = new Forbidden(declared.host() + " is " + address + ": " + objection.get(), address);
            } else if (good.size() < MOST_ANSWERS) {
                good.add(answer);
            }
        }
        if (good.isEmpty() && bad != null) {
            throw bad;
        }
        return good;
    }

    /// On a thread of its own, since the system's lookup neither ends when asked nor lets go of a virtual thread's
    /// carrier. One at a time for each name, so that a slow name costs but a few threads.
    private List<InetAddress> lookUp(String host) throws IOException {
        var turn = lookups.computeIfAbsent(host, _ -> new Semaphore(1));
        boolean mine = false;
        try {
            mine = turn.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS);
            if (!mine) {
                throw new UnknownHostException(host + ": the lookup takes too long");
            }
            var task = new FutureTask<>(() -> resolver.resolve(host));
            Thread.ofPlatform().daemon().name("looks up " + host).start(task);
            return task.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the tunnel is closed");
        } catch (TimeoutException _) {
            throw new UnknownHostException(host + ": the lookup takes too long");
        } catch (ExecutionException e) {
            throw new IOException(host + ": " + e.getCause(), e);
        } finally {
            if (mine) {
                turn.release();
            }
        }
    }

    private SocketChannel connect(InetSocketAddress address) throws IOException {
        var channel = SocketChannel.open();
        boolean connected = false;
        try {
            channel.socket().connect(address, (int) patience.toMillis());
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            // A connection may be silent for as long as it likes, but not when the far end is gone.
            channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
            channel.setOption(jdk.net.ExtendedSocketOptions.TCP_KEEPIDLE, 60);
            channel.setOption(jdk.net.ExtendedSocketOptions.TCP_KEEPINTERVAL, 20);
            channel.setOption(jdk.net.ExtendedSocketOptions.TCP_KEEPCOUNT, 4);
            connected = true;
            return channel;
        } finally {
            if (!connected) {
                channel.close();
            }
        }
    }
}
