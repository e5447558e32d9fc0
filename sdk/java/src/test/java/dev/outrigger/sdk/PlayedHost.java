package dev.outrigger.sdk;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.LineReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// The host's end of a plugin's two pipes, and the plugin, on a thread of its own.
final class PlayedHost implements AutoCloseable {
    private final OutputStream toPlugin;
    private final InputStream fromPlugin;
    private final LineReader reader;
    private final CompletableFuture<Integer> code = new CompletableFuture<>();

    PlayedHost(CommandPlugin plugin, CommandPlugin.Body body) throws IOException {
        var there = Pipe.open();
        var back = Pipe.open();
        toPlugin = Channels.newOutputStream(there.sink());
        fromPlugin = Channels.newInputStream(back.source());
        reader = new LineReader(fromPlugin, 1 << 20);
        var in = Channels.newInputStream(there.source());
        var out = Channels.newOutputStream(back.sink());
        new Thread(() -> {
                    try (out) {
                        code.complete(plugin.serve(in, out, body));
                    } catch (IOException | RuntimeException e) {
                        code.completeExceptionally(e);
                    }
                })
                .start();
    }

    /// With these words behind the plugin's name, as JSON has them.
    void init(String args) throws IOException {
        say("""
                {"type":"init","version":1,"workspace":{"root":"/w","storage":"/w/.jp","id":"a1"},"paths":{},\
                "config":{},"options":{},"args":[%s],"log_level":2}""".formatted(args));
    }

    void say(String line) throws IOException {
        toPlugin.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        toPlugin.flush();
    }

    Json.Obj hear() throws Exception {
        if (reader.next() != LineReader.Found.LINE) {
            throw new AssertionError("the plugin says nothing more");
        }
        return (Json.Obj) JsonText.parse(reader.bytes(), reader.from(), reader.to());
    }

    String hearType() throws Exception {
        return hear().text("type").orElseThrow();
    }

    int code() throws Exception {
        return code.get(20, TimeUnit.SECONDS);
    }

    void hangUp() throws IOException {
        toPlugin.close();
    }

    @Override
    public void close() throws IOException {
        toPlugin.close();
        fromPlugin.close();
    }
}
