package dev.outrigger.jp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// A `jp serve web` that runs, and somebody who sends it requests by hand.
final class ServedPages implements AutoCloseable {
    private static final Pattern COOKIE = Pattern.compile("outrigger=\\w+");
    private static final int PATIENCE_MILLIS = 60_000;

    private final Process process;
    private final Path err;
    private final URI link;
    private String cookie = "";

    private ServedPages(Process process, Path err, URI link) {
        this.process = process;
        this.err = err;
        this.link = link;
    }

    /// Whose launch link is there.
    static ServedPages by(ProcessBuilder program, Path folder) throws IOException {
        var err = Files.createTempFile(folder, "served", "");
        var process = program.redirectInput(Path.of("/dev/null").toFile())
                .redirectError(err.toFile())
                .start();
        var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        var line = out.readLine();
        if (line == null) {
            throw new AssertionError("it ended: " + Files.readString(err));
        }
        return new ServedPages(process, err, URI.create(line));
    }

    int port() {
        return link.getPort();
    }

    String host() {
        return link.getAuthority();
    }

    String err() throws IOException {
        return Files.readString(err);
    }

    /// As a browser that follows the link.
    ServedPages entered() throws IOException {
        var answer = send("POST " + link.getRawPath() + "?" + link.getRawQuery(), host(), "");
        var found = COOKIE.matcher(answer);
        if (!found.find()) {
            throw new AssertionError("not let in: " + answer);
        }
        cookie = found.group();
        return this;
    }

    /// With what another one has let in.
    ServedPages entered(ServedPages before) {
        cookie = before.cookie;
        return this;
    }

    String get(String path) throws IOException {
        return send("GET " + path, host(), "");
    }

    String get(String path, String host) throws IOException {
        return send("GET " + path, host, "");
    }

    String post(String path, String json) throws IOException {
        return send("POST " + path, host(), json);
    }

    private String send(String request, String host, String json) throws IOException {
        return send("127.0.0.1", request, host, json);
    }

    /// What is answered at this address of the machine: status line, headers and body.
    String send(String address, String request, String host, String json) throws IOException {
        try (var socket = new Socket(InetAddress.getByName(address), port())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            var head = List.of(
                    request + " HTTP/1.1",
                    "Host: " + host,
                    "Origin: http://" + host,
                    "Cookie: " + cookie,
                    "Content-Type: application/json",
                    "Content-Length: " + json.length(),
                    "Connection: close",
                    "",
                    json);
            socket.getOutputStream().write(String.join("\r\n", head).getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (process.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
        throw new AssertionError("it does not end");
    }
}
