package dev.outrigger.launch.tunnel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// One connection to the HTTP proxy: one request, to one end. What follows its head goes there and nowhere else.
final class ProxyDoor {
    private static final int LONGEST_HEAD = 8 * 1024;
    private static final int MOST_IGNORED = 1 << 20;
    static final long HEAD_MILLIS = 10_000;
    private static final long FAREWELL_MILLIS = 2_000;

    private final List<TunnelEnd> ends;
    private final Tunnels tunnels;
    private final SocketChannel near;
    private final long headMillis;
    private final ByteBuffer read = ByteBuffer.allocate(LONGEST_HEAD);

    ProxyDoor(List<TunnelEnd> ends, Tunnels tunnels, SocketChannel near, long headMillis) {
        this.ends = ends;
        this.tunnels = tunnels;
        this.near = near;
        this.headMillis = headMillis;
    }

    void serve() throws IOException {
        ProxyRequest request;
        try {
            request = ProxyRequest.parse(within(headMillis, this::head));
        } catch (ProxyRequest.Bad e) {
            answer("400 Bad Request", String.valueOf(e.getMessage()));
            return;
        }
        for (var end : ends) {
            if (end.covers(request.host(), request.port())) {
                pass(request, end);
                return;
            }
        }
        tunnels.undeclared(request.host(), request.port());
        answer("403 Forbidden", "not declared: net:" + new TunnelEnd(request.host(), request.port()).text());
    }

    private void pass(ProxyRequest request, TunnelEnd end) throws IOException {
        SocketChannel dialled;
        try {
            dialled = tunnels.dial(end, request.port());
        } catch (EndDialler.Forbidden e) {
            answer("403 Forbidden", String.valueOf(e.getMessage()));
            return;
        } catch (IOException e) {
            answer("502 Bad Gateway", end.host() + " cannot be reached: " + e.getMessage());
            return;
        }
        try (var far = dialled) {
            if (request.connect()) {
                say("HTTP/1.1 200 Connection established\r\n\r\n");
            } else {
                ConnectionRelay.write(far, ByteBuffer.wrap(request.headBytes()));
            }
            ConnectionRelay.write(far, read);
            tunnels.relay(near, far);
        }
    }

    /// The head without its empty line; what was read beyond it stays in the buffer.
    private String head() throws IOException, ProxyRequest.Bad {
        int looked = 0;
        while (read.hasRemaining()) {
            if (near.read(read) < 0) {
                throw new IOException("no request");
            }
            for (; looked + 4 <= read.position(); looked++) {
                if (read.get(looked) == '\r'
                        && read.get(looked + 1) == '\n'
                        && read.get(looked + 2) == '\r'
                        && read.get(looked + 3) == '\n') {
                    var head = new String(read.array(), 0, looked, StandardCharsets.ISO_8859_1);
                    read.flip().position(looked + 4);
                    return head;
                }
            }
        }
        throw new ProxyRequest.Bad("a head of more than " + LONGEST_HEAD + " bytes");
    }

    /// Then waits for the client to leave, a little: a socket that is closed with something unread in it may take the
    /// answer back.
    private void answer(String status, String why) throws IOException {
        var body = why + "\n";
        int length = body.getBytes(StandardCharsets.UTF_8).length;
        say("HTTP/1.1 " + status + "\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: " + length
                + "\r\nConnection: close\r\n\r\n" + body);
        near.shutdownOutput();
        var _ = within(FAREWELL_MILLIS, () -> {
            var ignored = ByteBuffer.allocate(LONGEST_HEAD);
            int all = 0;
            for (int n = 0; n >= 0 && all < MOST_IGNORED; n = near.read(ignored.clear())) {
                all += n;
            }
            return all;
        });
    }

    private void say(String text) throws IOException {
        ConnectionRelay.write(near, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    private interface Work<T, E extends Exception> {
        T get() throws IOException, E;
    }

    /// Closes the connection when it takes longer: reading a unix socket knows no limit of its own.
    private <T, E extends Exception> T within(long millis, Work<T, E> work) throws IOException, E {
        var done = new CountDownLatch(1);
        tunnels.spawn(() -> {
            if (!isDone(done, millis)) {
                ConnectionRelay.close(near);
            }
        });
        try {
            return work.get();
        } finally {
            done.countDown();
        }
    }

    private static boolean isDone(CountDownLatch done, long millis) {
        try {
            return done.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            // The tunnels are being closed, and this is one of their threads.
            return false;
        }
    }
}
