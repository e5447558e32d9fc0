package dev.outrigger.kaged.plugins;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/// What Ollama says over HTTP: /api/tags, /api/pull as lines that come one by one, /api/delete.
final class OllamaServer implements AutoCloseable {
    private final HttpServer server;
    final List<String> models = new CopyOnWriteArrayList<>(List.of("llama3:8b", "tiny:latest"));
    /// A pull of `slow` waits for this in its middle; one of `endless` goes on until nobody listens.
    final CountDownLatch goOn = new CountDownLatch(1);

    final CountDownLatch nobodyListens = new CountDownLatch(1);

    OllamaServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/api/tags", this::tags);
        server.createContext("/api/pull", this::pull);
        server.createContext("/api/delete", this::delete);
        server.start();
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    private void tags(HttpExchange exchange) throws IOException {
        var list = models.stream()
                .<Json>map(name -> Json.object()
                        .put("name", name)
                        .put("model", name)
                        .put("modified_at", "2026-01-01T00:00:00Z")
                        .put("size", 4_661_224_676L)
                        .put("digest", "365c0bd3c000")
                        .put("details", Json.object().put("family", "llama").build())
                        .build())
                .toList();
        answer(
                exchange,
                200,
                JsonText.text(Json.object().put("models", new Json.Arr(list)).build()));
    }

    private void pull(HttpExchange exchange) throws IOException {
        var name = model(exchange);
        exchange.getResponseHeaders().add("Content-Type", "application/x-ndjson");
        exchange.sendResponseHeaders(200, 0);
        try (exchange) {
            line(exchange, "{\"status\":\"pulling manifest\"}");
            if (name.equals("nosuch")) {
                line(exchange, "{\"error\":\"pull model manifest: file does not exist\"}");
                return;
            }
            for (int i = 0; name.equals("endless"); i++) {
                line(exchange, "{\"status\":\"pulling 1\",\"total\":1000000000,\"completed\":" + i + "}");
            }
            line(exchange, "{\"status\":\"pulling 365c\",\"digest\":\"sha256:365c\",\"total\":200,\"completed\":50}");
            if (name.equals("slow")) {
                goOn.await();
            }
            line(exchange, "{\"status\":\"pulling 365c\",\"digest\":\"sha256:365c\",\"total\":200,\"completed\":200}");
            if (name.equals("half")) {
                return;
            }
            line(exchange, "{\"status\":\"verifying sha256 digest\"}");
            models.add(name);
            line(exchange, "{\"status\":\"success\"}");
        } catch (InterruptedException e) {
            throw new IOException(e);
        } catch (IOException e) {
            nobodyListens.countDown();
            throw e;
        }
    }

    private static void line(HttpExchange exchange, String line) throws IOException {
        exchange.getResponseBody().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        exchange.getResponseBody().flush();
    }

    private void delete(HttpExchange exchange) throws IOException {
        var name = model(exchange);
        boolean known = exchange.getRequestMethod().equals("DELETE") && models.remove(name);
        answer(exchange, known ? 200 : 404, known ? "" : "{\"error\":\"model '" + name + "' not found\"}");
    }

    private static String model(HttpExchange exchange) throws IOException {
        try {
            return ((Json.Obj) JsonText.parse(exchange.getRequestBody().readAllBytes()))
                    .text("model")
                    .orElse("");
        } catch (MalformedJson e) {
            throw new IOException(e);
        }
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        try (exchange) {
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        stop();
    }

    void stop() {
        goOn.countDown();
        server.stop(0);
    }
}
