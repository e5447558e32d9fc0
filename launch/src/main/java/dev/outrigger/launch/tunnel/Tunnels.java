package dev.outrigger.launch.tunnel;

import dev.outrigger.launch.ProgramListener;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The tunnels of one running program, from the doors inside to the ends they lead to. Closed with the program: then
/// no connection, process, thread or file of them is left.
public final class Tunnels implements AutoCloseable {
    /// At once, for all doors of a program.
    static final int MOST_CONNECTIONS = 256;

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration DEATH = Duration.ofSeconds(10);
    private static final long BREATH_NANOS = 100_000_000L;

    private final TunnelDoors doors;
    private final @Nullable Path folder;
    private final ProgramListener listener;
    private final EndDialler dialler;
    private final Semaphore connections = new Semaphore(MOST_CONNECTIONS);
    private final List<ServerSocketChannel> servers = new ArrayList<>();
    private final Set<Thread> threads = new HashSet<>();
    private boolean closed;
    private @Nullable DoorForwarder forwarder;

    private Tunnels(TunnelDoors doors, @Nullable Path folder, HostResolver resolver, ProgramListener listener) {
        this.doors = doors;
        this.folder = folder;
        this.listener = listener;
        this.dialler = new EndDialler(resolver, PATIENCE);
    }

    /// What runs the processes inside. `asUser` begins the argv of whatever runs as the program's user.
    public record Tools(List<String> asUser, String bwrap, String socat, String nsenter) {
        public Tools {
            asUser = List.copyOf(asUser);
        }
    }

    /// For programs without any.
    public static Tunnels none() {
        return new Tunnels(TunnelDoors.NONE, null, HostResolver.SYSTEM, new ProgramListener() {});
    }

    /// Opens the doors of a new, empty network. `folder` is private to the program's user, and is taken over.
    public static Tunnels open(
            TunnelDoors doors, Path folder, Tools tools, HostResolver resolver, ProgramListener listener)
            throws IOException {
        var tunnels = new Tunnels(doors, folder, resolver, listener);
        boolean open = false;
        try {
            for (int i = 0; i < doors.doors().size(); i++) {
                tunnels.listen(doors.doors().get(i), folder.resolve(Integer.toString(i)));
            }
            tunnels.forwarder = DoorForwarder.start(doors.doors(), folder, tools);
            open = true;
            return tunnels;
        } finally {
            if (!open) {
                tunnels.close();
            }
        }
    }

    /// Begins the argv of the program that is to see the doors, after it has become its user. It must not make another
    /// network of its own.
    public List<String> prefix() {
        return forwarder == null ? List.of() : forwarder.prefix();
    }

    private void listen(TunnelDoors.Door door, Path socket) throws IOException {
        var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        servers.add(server);
        server.bind(UnixDomainSocketAddress.of(socket), MOST_CONNECTIONS);
        // The folder is closed to others. Its owner may not be us.
        Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-rw-rw-"));
        spawn(() -> accept(door, server));
    }

    private void accept(TunnelDoors.Door door, ServerSocketChannel server) {
        while (server.isOpen()) {
            try {
                var near = server.accept();
                if (!connections.tryAcquire() || !spawn(() -> serve(door, near))) {
                    ConnectionRelay.close(near);
                }
            } catch (ClosedChannelException _) {
                return;
            } catch (IOException e) {
                // Out of descriptors, most likely: others will close some.
                listener.warning("a tunnel cannot take a connection: " + e.getMessage());
                LockSupport.parkNanos(BREATH_NANOS);
            }
        }
    }

    private void serve(TunnelDoors.Door door, SocketChannel near) {
        try (near) {
            switch (door) {
                case TunnelDoors.Direct(var end, var _, int port) -> connect(end, port, near);
                case TunnelDoors.Proxy _ -> new ProxyDoor(doors.ends(), this, near, ProxyDoor.HEAD_MILLIS).serve();
            }
        } catch (IOException _) {
            // The net failed, or a side left. The program sees its connection end.
        } finally {
            connections.release();
        }
    }

    private void connect(TunnelEnd end, int port, SocketChannel near) throws IOException {
        try (var far = dial(end, port)) {
            relay(near, far);
        } catch (EndDialler.Forbidden _) {
            // It was told to the listener, who is the one to act; the connection just ends.
        }
    }

    SocketChannel dial(TunnelEnd end, int port) throws IOException, EndDialler.Forbidden {
        try {
            return dialler.dial(end, port);
        } catch (EndDialler.Forbidden e) {
            listener.refused(end.host(), port, String.valueOf(e.getMessage()), e.address);
            throw e;
        }
    }

    void undeclared(String host, int port) {
        listener.refused(host, port, "it was not declared", host);
    }

    /// Returns when both directions have ended.
    void relay(SocketChannel near, SocketChannel far) throws IOException {
        var relay = new ConnectionRelay(near, far);
        var ended = new Semaphore(0);
        boolean going = spawn(() -> {
            try {
                relay.inwards();
            } finally {
                ended.release();
            }
        });
        if (going) {
            relay.outwards();
            ended.acquireUninterruptibly();
        }
    }

    /// Starts a thread that ends with the tunnels; false when they are closed.
    boolean spawn(Runnable work) {
        var thread = Thread.ofVirtual().name("tunnel").unstarted(() -> {
            try {
                work.run();
            } finally {
                forget(Thread.currentThread());
            }
        });
        synchronized (this) {
            if (closed) {
                return false;
            }
            threads.add(thread);
        }
        thread.start();
        return true;
    }

    private synchronized void forget(Thread thread) {
        threads.remove(thread);
        notifyAll();
    }

    /// Waits until all is gone.
    @Override
    public void close() {
        Set<Thread> running;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            running = Set.copyOf(threads);
        }
        for (var server : servers) {
            close(server);
        }
        // Interrupted, every channel that a thread waits on closes.
        running.forEach(Thread::interrupt);
        if (forwarder != null) {
            forwarder.close();
        }
        awaitThreads();
        if (folder != null) {
            remove(folder);
        }
    }

    private synchronized void awaitThreads() {
        long start = System.nanoTime();
        boolean interrupted = false;
        while (!threads.isEmpty()) {
            long left = DEATH.toNanos() - (System.nanoTime() - start);
            if (left <= 0) {
                listener.warning(threads.size() + " threads of a tunnel do not end");
                break;
            }
            try {
                wait(Math.max(1, left / 1_000_000));
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void close(ServerSocketChannel server) {
        try {
            server.close();
        } catch (IOException e) {
            listener.warning("a tunnel's socket cannot be closed: " + e.getMessage());
        }
    }

    private void remove(Path folder) {
        try {
            for (int i = 0; i < doors.doors().size(); i++) {
                Files.deleteIfExists(folder.resolve(Integer.toString(i)));
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            listener.warning(folder + " cannot be removed: " + e.getMessage());
        }
    }
}
