package dev.outrigger.assistant.providers;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A server that says what a test wants, byte by byte.
final class RawServer implements AutoCloseable {
    interface Manner {
        void answer(Request request, OutputStream out, InputStream in, RawServer server) throws IOException;
    }

    record Request(String line, String head, String body) {}

    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
    /// The client let go of a connection before it was answered.
    final CountDownLatch left = new CountDownLatch(1);

    private final Manner manner;

    RawServer(Manner manner) throws IOException {
        this.manner = manner;
        Thread.ofVirtual().start(this::serve);
    }

    /// Always the same, and the connection ends with it.
    static RawServer saying(String head, String body) throws IOException {
        return saying(head, body.getBytes(StandardCharsets.UTF_8));
    }

    static RawServer saying(String head, byte[] body) throws IOException {
        return new RawServer((_, out, _, _) -> {
            out.write(("HTTP/1.1 " + head + "\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.UTF_8));
            out.write(body);
        });
    }

    static RawServer events(String body) throws IOException {
        return saying("200 OK\r\nContent-Type: text/event-stream; charset=utf-8", body);
    }

    /// As it is in the wild: a chunk for each of these.
    static RawServer chunks(String type, List<byte[]> chunks) throws IOException {
        return new RawServer((_, out, _, _) -> {
            out.write(head(type).getBytes(StandardCharsets.UTF_8));
            for (var chunk : chunks) {
                out.write((Integer.toHexString(chunk.length) + "\r\n").getBytes(StandardCharsets.UTF_8));
                out.write(chunk);
                out.write("\r\n".getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
            out.write("0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
        });
    }

    static String head(String type) {
        return "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nTransfer-Encoding: chunked\r\n\r\n";
    }

    String url() {
        return "http://127.0.0.1:" + socket.getLocalPort();
    }

    Request request() throws InterruptedException {
        var request = requests.poll(10, TimeUnit.SECONDS);
        if (request == null) {
            throw new AssertionError("nobody asked");
        }
        return request;
    }

    private void serve() {
        while (true) {
            try {
                var client = socket.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException _) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            var in = new BufferedInputStream(client.getInputStream());
            var request = read(in);
            requests.add(request);
            manner.answer(request, client.getOutputStream(), in, this);
        } catch (IOException _) {
            left.countDown();
        }
    }

    /// To be called by a manner: returns when the client has let go.
    void waitUntilLeft(InputStream in) throws IOException {
        try {
            if (in.read() < 0) {
                left.countDown();
            }
        } catch (IOException e) {
            left.countDown();
            throw e;
        }
    }

    private static Request read(InputStream in) throws IOException {
        var head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.UTF_8).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("no request");
            }
            head.write(next);
        }
        var text = head.toString(StandardCharsets.UTF_8);
        int length = 0;
        for (var line : text.split("\r\n")) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(
                        line.substring("content-length:".length()).strip());
            }
        }
        var body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        return new Request(text.substring(0, text.indexOf("\r\n")), text, body);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
