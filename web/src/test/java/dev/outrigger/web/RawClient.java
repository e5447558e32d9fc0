package dev.outrigger.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Somebody who writes requests by hand, and so can lie in every header.
final class RawClient {
    record Answer(int status, String head, String body) {
        String header(String name) {
            for (var line : head.split("\r\n")) {
                if (line.regionMatches(true, 0, name + ":", 0, name.length() + 1)) {
                    return line.substring(name.length() + 1).strip();
                }
            }
            return "";
        }
    }

    private final int port;
    private final List<String> headers = new ArrayList<>();
    private String host;

    RawClient(WebServer server) {
        this.port = server.port();
        this.host = server.address().substring("http://".length());
    }

    RawClient host(String other) {
        host = other;
        return this;
    }

    RawClient with(String header) {
        headers.add(header);
        return this;
    }

    RawClient cookie(String cookie) {
        return with("Cookie: " + RequestRules.COOKIE + "=" + cookie);
    }

    /// As a page of ours would have it.
    RawClient fromOurPage() {
        return with("Origin: http://" + host).with("Sec-Fetch-Site: same-origin");
    }

    Answer get(String path) throws IOException {
        return send("GET", path, "");
    }

    Answer post(String path, String json) throws IOException {
        return with("Content-Type: application/json").send("POST", path, json);
    }

    Answer form(String path) throws IOException {
        return with("Content-Type: application/x-www-form-urlencoded").send("POST", path, "");
    }

    Answer send(String method, String path, String body) throws IOException {
        try (var socket = open(method, path, body)) {
            return read(socket.getInputStream());
        }
    }

    /// The request is sent, and nothing read.
    Socket open(String method, String path, String body) throws IOException {
        var socket = connect(port);
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        var head = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
        if (!host.isEmpty()) {
            head.append("Host: ").append(host).append("\r\n");
        }
        for (var header : headers) {
            head.append(header).append("\r\n");
        }
        head.append("Connection: close\r\nContent-Length: ")
                .append(bytes.length)
                .append("\r\n\r\n");
        socket.getOutputStream().write(head.toString().getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return socket;
    }

    static Socket connect(int port) throws IOException {
        var socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
        socket.setSoTimeout(30_000);
        return socket;
    }

    static Answer read(InputStream in) throws IOException {
        var bytes = new ByteArrayOutputStream();
        in.transferTo(bytes);
        var text = bytes.toString(StandardCharsets.UTF_8);
        int end = text.indexOf("\r\n\r\n");
        if (end < 0) {
            return new Answer(0, text, "");
        }
        return new Answer(Integer.parseInt(text.substring(9, 12)), text.substring(0, end), text.substring(end + 4));
    }
}
