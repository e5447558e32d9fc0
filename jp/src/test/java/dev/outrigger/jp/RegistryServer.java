package dev.outrigger.jp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// A registry over TLS, with an authority of its own, that misbehaves where a path says so.
final class RegistryServer implements AutoCloseable {
    private static final String PASSWORD = "changeit";
    private static final String JSON = "/registry.json";

    /// Made once by all tests of this JVM: each call of keytool is a program that computes for half a second.
    private static volatile @Nullable Keys keys;

    /// @param store with the server's key, and its authority's
    /// @param authority its certificate
    private record Keys(KeyStore store, String authority) {}

    private final HttpsServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Path authority;
    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch closed = new CountDownLatch(1);

    private RegistryServer(HttpsServer server, Path authority) {
        this.server = server;
        this.authority = authority;
    }

    static RegistryServer start(Path folder) throws IOException, GeneralSecurityException, InterruptedException {
        var made = keys;
        if (made == null) {
            made = keys(folder);
            keys = made;
        }
        var authority = Files.writeString(folder.resolve("ca.pem"), made.authority());
        var server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context(made.store())));
        var registry = new RegistryServer(server, authority);
        server.setExecutor(registry.threads);
        server.createContext("/", registry::answer);
        server.start();
        return registry;
    }

    private static Keys keys(Path folder) throws IOException, GeneralSecurityException, InterruptedException {
        var file = folder.resolve("server.p12");
        keytool(file, "-genkeypair", "-alias", "ca", "-dname", "CN=Test authority", "-ext", "bc:c", "-keyalg", "EC");
        keytool(
                file,
                "-genkeypair",
                "-alias",
                "server",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost,ip:127.0.0.1",
                "-keyalg",
                "EC",
                "-signer",
                "ca");
        var authority = folder.resolve("ca.pem");
        keytool(file, "-exportcert", "-rfc", "-alias", "ca", "-file", authority.toString());
        var store = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        store.deleteEntry("ca");
        return new Keys(store, Files.readString(authority));
    }

    private static void keytool(Path store, String... words) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC"));
        command.addAll(List.of(words));
        command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(command + ": " + said);
        }
    }

    private static SSLContext context(KeyStore store) throws GeneralSecurityException {
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD.toCharArray());
        var context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    /// The certificate of its authority.
    Path authority() {
        return authority;
    }

    int port() {
        return server.getAddress().getPort();
    }

    String url(String path) {
        return "https://localhost:" + port() + path;
    }

    String registryUrl() {
        return url(JSON);
    }

    void registry(String json) {
        file(JSON, json);
    }

    void file(String path, String content) {
        files.put(path, content.getBytes(StandardCharsets.UTF_8));
    }

    /// Every request since it was asked last: its path, and the answer's status.
    List<String> log() {
        synchronized (log) {
            var seen = List.copyOf(log);
            log.clear();
            return seen;
        }
    }

    static String sha256(String content) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = exchange.getRequestURI().getPath();
            switch (path) {
                case "/to-http" -> redirect(exchange, "http://localhost:" + port() + "/program");
                case "/to-file" -> redirect(exchange, "file:///etc/passwd");
                case "/round" -> redirect(exchange, "/round");
                case "/moved" -> redirect(exchange, "/program");
                case "/moved.json" -> redirect(exchange, JSON);
                case "/500" -> status(exchange, 500, -1);
                case "/cut" -> {
                    status(exchange, 200, 100_000);
                    exchange.getResponseBody().write(new byte[50_000]);
                }
                case "/says-huge" -> {
                    status(exchange, 200, 1L << 40);
                    exchange.getResponseBody().write(' ');
                    exchange.getResponseBody().flush();
                    closed.await();
                }
                case "/huge" -> pour(exchange);
                case "/drip" -> drip(exchange);
                case "/silent" -> closed.await();
                default -> file(exchange, path);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void status(HttpExchange exchange, int status, long length) throws IOException {
        log.add(exchange.getRequestURI().getPath() + " " + status);
        exchange.sendResponseHeaders(status, length);
    }

    private void redirect(HttpExchange exchange, String to) throws IOException {
        exchange.getResponseHeaders().add("Location", to);
        status(exchange, 302, -1);
    }

    /// Without an end, until the other side has enough.
    private void pour(HttpExchange exchange) throws IOException {
        status(exchange, 200, 0);
        var chunk = new byte[64 << 10];
        while (closed.getCount() > 0) {
            exchange.getResponseBody().write(chunk);
        }
    }

    /// A byte now and then, for ever.
    private void drip(HttpExchange exchange) throws IOException, InterruptedException {
        status(exchange, 200, 0);
        do {
            exchange.getResponseBody().write(' ');
            exchange.getResponseBody().flush();
        } while (!closed.await(50, TimeUnit.MILLISECONDS));
    }

    private void file(HttpExchange exchange, String path) throws IOException {
        var content = files.get(path);
        if (content == null) {
            status(exchange, 404, -1);
            return;
        }
        var etag = "\"" + sha256(new String(content, StandardCharsets.UTF_8)) + "\"";
        exchange.getResponseHeaders().add("ETag", etag);
        if (etag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
            status(exchange, 304, -1);
            return;
        }
        status(exchange, 200, content.length == 0 ? -1 : content.length);
        exchange.getResponseBody().write(content);
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
