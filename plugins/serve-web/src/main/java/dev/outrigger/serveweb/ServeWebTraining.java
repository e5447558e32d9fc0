package dev.outrigger.serveweb;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.LineReader;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the cache for a quick start is made of: one run of the plugin, from `init` to `exit`, with a browser that
/// enters and reads. Plays the host and the browser; keeps its state in the folder that is its one word.
public final class ServeWebTraining {
    private static final int LONGEST_LINE = 1 << 16;
    private static final Pattern URL = Pattern.compile("http://([0-9a-f]+\\.localhost:(\\d+))(/enter\\?token=\\w+)");

    private ServeWebTraining() {}

    public static void main(String[] words) throws Exception {
        var there = Pipe.open();
        var back = Pipe.open();
        var toPlugin = Channels.newOutputStream(there.sink());
        var fromPlugin = Channels.newInputStream(back.source());
        var in = Channels.newInputStream(there.source());
        var out = Channels.newOutputStream(back.sink());
        say(toPlugin, """
                {"type":"init","version":1,"workspace":{"root":"/w","storage":"/w/.jp","id":"a1"},\
                "paths":{"user_data":%s},"config":{},"options":{},"args":["--port","0"],"log_level":2}""".formatted(JsonText.text(Json.of(words[0]))));
        var host = new Thread(() -> host(fromPlugin, toPlugin), "host");
        host.start();
        ServeWeb.plugin().serve(in, out, ServeWeb::run);
        out.close();
        host.join();
    }

    private static void say(OutputStream out, String line) throws IOException {
        synchronized (out) {
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
    }

    private static void host(InputStream from, OutputStream to) {
        var reader = new LineReader(from, LONGEST_LINE);
        try {
            while (reader.next() == LineReader.Found.LINE) {
                if (JsonText.parse(reader.bytes(), reader.from(), reader.to()) instanceof Json.Obj said) {
                    answer(said, to);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (MalformedJson e) {
            throw new IllegalStateException("the plugin says what is no JSON: " + e.what(), e);
        }
    }

    private static void answer(Json.Obj said, OutputStream to) throws IOException {
        var id = said.text("id").orElse("");
        switch (said.text("type").orElse("")) {
            case "subscribe" -> say(to, "{\"type\":\"subscribed\",\"id\":\"" + id + "\",\"sub_id\":\"s\",\"count\":0}");
            case "unsubscribe" -> say(to, "{\"type\":\"unsubscribed\",\"id\":\"" + id + "\",\"sub_id\":\"s\"}");
            case "list_conversations" -> say(to, """
                        {"type":"conversations","id":"%s","data":[{"id":"17127583920","title":"Taxes",\
                        "last_activated_at":"2025-07-20T10:30:00Z","events_count":4}]}""".formatted(id));
            case "read_events" -> say(to, """
                        {"type":"events","id":"%s","conversation":"17127583920","data":[{"type":"turn_start"},\
                        {"timestamp":"2025-07-20T10:30:00Z","type":"chat_request","content":"Hello"},\
                        {"timestamp":"2025-07-20T10:30:02Z","type":"tool_call_request","id":"c","name":"fs_read_file",\
                        "arguments":{"path":"a"}},{"timestamp":"2025-07-20T10:30:02Z","type":"tool_call_response",\
                        "id":"c","content":"a"},{"timestamp":"2025-07-20T10:30:03Z","type":"chat_response",\
                        "message":"# A\\n\\n**b** and `c`\\n\\n| x |\\n|---|\\n| y |\\n"}]}""".formatted(id));
            case "print" -> {
                var url = URL.matcher(said.text("text").orElse(""));
                if (url.find()) {
                    new Thread(() -> browse(url, to), "browser").start();
                }
            }
            default -> {}
        }
    }

    private static void browse(Matcher url, OutputStream to) {
        try {
            browse(url);
            say(to, "{\"type\":\"shutdown\"}");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void browse(Matcher url) throws IOException {
        var host = url.group(1);
        int port = Integer.parseInt(url.group(2));
        send(port, "GET " + url.group(3), host, "");
        var entered = send(port, "POST " + url.group(3), host, "Origin: http://" + host + "\r\nContent-Length: 0\r\n");
        var cookie = Pattern.compile("outrigger=\\w+").matcher(entered);
        if (!cookie.find()) {
            throw new IOException("the training did not get in: " + entered);
        }
        var with = "Cookie: " + cookie.group() + "\r\n";
        for (var path : new String[] {"/", "/c/17127583920", "/assets/x/chat.css"}) {
            send(port, "GET " + path, host, with);
        }
    }

    private static String send(int port, String line, String host, String headers) throws IOException {
        try (var socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port)) {
            var request = line + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n" + headers + "\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
