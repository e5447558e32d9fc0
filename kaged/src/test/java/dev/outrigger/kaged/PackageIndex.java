package dev.outrigger.kaged;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// An index of packages on this machine, as npm and pip want one.
final class PackageIndex implements AutoCloseable {
    private final HttpServer server;
    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final Set<String> asked = ConcurrentHashMap.newKeySet();

    PackageIndex() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    /// Every path that was asked for.
    Set<String> asked() {
        return asked;
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            asked.add(exchange.getRequestURI().getRawPath());
            var file = files.get(exchange.getRequestURI().getRawPath().replace("%2f", "/"));
            if (file == null) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            var type = file[0] == '{' ? "application/json" : file[0] == '<' ? "text/html" : "application/octet-stream";
            exchange.getResponseHeaders().add("Content-Type", type);
            var stream = streams.get(exchange.getRequestURI().getRawPath());
            if (stream != null) {
                exchange.sendResponseHeaders(200, 0);
                stream.transferTo(exchange.getResponseBody());
                return;
            }
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
        var bytes = archived(folder.resolveSibling(""), "package");
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

    /// What an answer has besides its content: how slowly it comes, for one.
    private final Map<String, InputStream> streams = new ConcurrentHashMap<>();

    /// Any content at any path.
    void put(String path, byte[] content) {
        files.put(path, content);
    }

    /// From a stream that may never end.
    void put(String path, InputStream content) {
        files.put(path, new byte[] {' '});
        streams.put(path, content);
    }

    /// A page of the index that offers these files, by the paths where they lie.
    void page(String name, String... paths) {
        var links = new StringBuilder("<!DOCTYPE html><html><body>");
        for (var path : paths) {
            links.append("<a href=\"").append(path).append("\">").append(path.substring(path.lastIndexOf('/') + 1));
            links.append("</a>");
        }
        for (var at : List.of("/simple/" + name + "/", "/simple/" + name)) {
            files.put(at, links.append("</body></html>").toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    /// A source distribution whose `setup.py` is this; where it lies.
    String sdist(Path scratch, String name, String setup) throws Exception {
        var top = Files.createTempDirectory(scratch, "sdist");
        var folder = Files.createDirectories(top.resolve(name + "-1.0"));
        Files.writeString(folder.resolve("setup.py"), setup);
        Files.writeString(folder.resolve("PKG-INFO"), "Metadata-Version: 2.1\nName: " + name + "\nVersion: 1.0\n");
        var path = "/files/" + name + "-1.0.tar.gz";
        files.put(path, archived(top, name + "-1.0"));
        return path;
    }

    private static byte[] archived(Path top, String folder) throws Exception {
        var archive = top.resolve("archive.tgz");
        var tar = new ProcessBuilder("tar", "czf", archive.toString(), "-C", top.toString(), folder)
                .inheritIO()
                .start();
        if (tar.waitFor() != 0) {
            throw new IOException("tar failed");
        }
        return Files.readAllBytes(archive);
    }

    /// A wheel with these files, which has this console script.
    void wheel(String name, String version, String script, Map<String, String> contents) throws Exception {
        wheel(name, version, script, "", contents);
    }

    /// @param more lines of its metadata
    void wheel(String name, String version, String script, String more, Map<String, String> contents) throws Exception {
        var module = name.replace('-', '_');
        var info = module + "-" + version + ".dist-info/";
        var all = new HashMap<>(contents);
        all.put(
                info + "METADATA",
                "Metadata-Version: 2.1\nName: " + name + "\nVersion: " + version + "\nSummary: Tells.\n" + more);
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
