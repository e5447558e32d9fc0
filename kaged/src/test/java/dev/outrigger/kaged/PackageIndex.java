package dev.outrigger.kaged;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// An index of packages on this machine, as npm and pip want one.
final class PackageIndex implements AutoCloseable {
    private final HttpServer server;
    private final Map<String, byte[]> files = new ConcurrentHashMap<>();

    PackageIndex() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var file = files.get(exchange.getRequestURI().getRawPath().replace("%2f", "/"));
            if (file == null) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            var type = file[0] == '{' ? "application/json" : file[0] == '<' ? "text/html" : "application/octet-stream";
            exchange.getResponseHeaders().add("Content-Type", type);
            exchange.sendResponseHeaders(200, file.length);
            exchange.getResponseBody().write(file);
        }
    }

    /// @param described of `package.json`, in which name and version are
    /// @param from where its archive is said to lie; "" for here
    void npm(Path scratch, Json.Obj described, Map<String, String> contents, String from) throws Exception {
        var name = described.text("name").orElseThrow();
        var version = described.text("version").orElseThrow();
        var folder = Files.createDirectories(
                Files.createTempDirectory(scratch, "npm").resolve("package"));
        Files.writeString(folder.resolve("package.json"), JsonText.text(described));
        for (var each : contents.entrySet()) {
            Files.writeString(folder.resolve(each.getKey()), each.getValue());
        }
        var archive = folder.resolveSibling("archive.tgz");
        var tar = new ProcessBuilder(
                        "tar",
                        "czf",
                        archive.toString(),
                        "-C",
                        folder.resolveSibling("").toString(),
                        "package")
                .inheritIO()
                .start();
        if (tar.waitFor() != 0) {
            throw new IOException("tar failed");
        }
        var bytes = Files.readAllBytes(archive);
        var path = "/archives/" + name.replace("/", "-") + ".tgz";
        files.put(path, bytes);
        var integrity = "sha512-"
                + Base64.getEncoder()
                        .encodeToString(MessageDigest.getInstance("SHA-512").digest(bytes));
        var published = described.with(
                "dist",
                Json.object()
                        .put("tarball", (from.isEmpty() ? address() : from) + path)
                        .put("integrity", integrity)
                        .build());
        var document = Json.object()
                .put("name", name)
                .put("dist-tags", Json.object().put("latest", version).build())
                .put("versions", new Json.Obj(Map.of(version, published)))
                .build();
        files.put("/" + name, JsonText.bytes(document));
    }

    /// A wheel with these files, which has this console script.
    void wheel(String name, String version, String script, Map<String, String> contents) throws Exception {
        var module = name.replace('-', '_');
        var info = module + "-" + version + ".dist-info/";
        var all = new HashMap<>(contents);
        all.put(
                info + "METADATA",
                "Metadata-Version: 2.1\nName: " + name + "\nVersion: " + version + "\nSummary: Tells.\n");
        all.put(info + "WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n");
        all.put(info + "entry_points.txt", "[console_scripts]\n" + script + "\n");
        all.put(info + "RECORD", String.join(",,\n", all.keySet()) + ",,\n" + info + "RECORD,,\n");
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            for (var each : all.entrySet()) {
                zip.putNextEntry(new ZipEntry(each.getKey()));
                zip.write(each.getValue().getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        var file = module + "-" + version + "-py3-none-any.whl";
        var hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray()));
        files.put("/files/" + file, bytes.toByteArray());
        var page = "<!DOCTYPE html><html><body><a href=\"/files/" + file + "#sha256=" + hash + "\">" + file
                + "</a></body></html>";
        for (var at : List.of("/simple/" + name + "/", "/simple/" + name)) {
            files.put(at, page.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
