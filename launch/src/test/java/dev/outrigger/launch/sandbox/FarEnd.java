package dev.outrigger.launch.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/// A server of the world outside, on an address of this machine.
final class FarEnd implements AutoCloseable {
    interface Manners {
        void talk(InputStream in, OutputStream out) throws IOException;
    }

    static final Manners ECHO = (in, out) -> {
        in.transferTo(out);
    };

    /// Answers only when it has been told everything: how many bytes, and their checksum.
    static final Manners SUM = (in, out) -> {
        var sum = new java.util.zip.CRC32();
        long all = 0;
        var buffer = new byte[1 << 16];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            sum.update(buffer, 0, n);
            all += n;
        }
        out.write((all + " " + sum.getValue() + "\n").getBytes(StandardCharsets.US_ASCII));
    };

    /// Leaves in the middle of an answer.
    static final Manners DIES = (in, out) -> {
        in.read();
        out.write("half of a sen".getBytes(StandardCharsets.US_ASCII));
    };

    /// One request, whose head it answers with.
    static final Manners HTTP = (in, out) -> {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int c = in.read();
            if (c < 0) {
                return;
            }
            head.append((char) c);
        }
        var body = "REACHED " + head.toString().replace("\r\n", "|");
        out.write(("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\nConnection: close\r\n\r\n" + body)
                .getBytes(StandardCharsets.ISO_8859_1));
    };

    private final ServerSocket server;
    private final AtomicInteger visits = new AtomicInteger();

    FarEnd(InetAddress address, int port, Manners manners) throws IOException {
        server = new ServerSocket();
        server.setReuseAddress(true);
        server.bind(new InetSocketAddress(address, port), 256);
        Thread.ofPlatform().daemon().start(() -> {
            while (!server.isClosed()) {
                try {
                    var socket = server.accept();
                    visits.incrementAndGet();
                    Thread.ofVirtual().start(() -> serve(socket, manners));
                } catch (IOException e) {
                    if (!server.isClosed()) {
                        throw new java.io.UncheckedIOException(e);
                    }
                }
            }
        });
    }

    private static void serve(Socket socket, Manners manners) {
        try (socket) {
            manners.talk(socket.getInputStream(), socket.getOutputStream());
        } catch (IOException _) {
            // The other side left: for the test to see there.
        }
    }

    int port() {
        return server.getLocalPort();
    }

    int visits() {
        return visits.get();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
