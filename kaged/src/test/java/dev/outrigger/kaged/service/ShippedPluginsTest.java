package dev.outrigger.kaged.service;

import static dev.outrigger.kaged.service.HostedPlugins.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.outrigger.kaged.audit.AuditEntry;
import dev.outrigger.kaged.store.PluginStore;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The plugins that we ship and the README's example, in their sandboxes, with no capability but those they declare.
class ShippedPluginsTest {
    @TempDir
    Path base;

    HostedPlugins host;

    @BeforeEach
    void open() throws Exception {
        host = new HostedPlugins(base);
    }

    @AfterEach
    void close() throws Exception {
        host.close();
    }

    /// Installed like anyone's, with one word of it exchanged: this machine's folder or port instead of the real one.
    private void install(String name, String word, String ours) throws Exception {
        var copy = Files.createDirectories(base.resolve("source").resolve(name));
        try (var files = Files.list(Path.of("..", "plugins", name))) {
            for (var file : files.toList()) {
                var target = copy.resolve(file.getFileName().toString());
                Files.writeString(target, Files.readString(file).replace(word, ours));
                Files.setPosixFilePermissions(target, Files.getPosixFilePermissions(file));
            }
        }
        var store = new PluginStore(host.home);
        store.install(store.plan(copy), true);
    }

    @Test
    void ohMyPiListsInstallsAndUninstallsPresets() throws Exception {
        var library = Files.createDirectories(base.resolve("library"));
        var preset = Files.createDirectories(library.resolve("presets/raspi"));
        Files.writeString(preset.resolve("preset.json"), "{\"description\": \"A Pi\", \"tags\": [\"arm\"]}");
        for (var path = preset;
                path.startsWith(library);
                path = path.resolveSibling("..").normalize()) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        install("oh-my-pi", "/opt/oh-my-pi", library.toString());

        assertThat(text(host.call("oh-my-pi", "presets.list", "{}")))
                .isEqualTo(
                        "{\"presets\":[{\"name\":\"raspi\",\"description\":\"A Pi\",\"tags\":[\"arm\"],\"installed\":false}]}");
        assertThat(text(host.call("oh-my-pi", "preset.install", "{\"name\": \"raspi\"}")))
                .contains("raspi");
        assertThat(text(host.call("oh-my-pi", "presets.search", "{\"query\": \"ARM\"}")))
                .contains("\"installed\":true");
        assertThat(text(host.call("oh-my-pi", "preset.uninstall", "{\"name\": \"raspi\"}")))
                .isEqualTo("{\"name\":\"raspi\"}");
        assertThat(text(host.call("oh-my-pi", "presets.search", "{}"))).startsWith("lost invalid_params");
        assertThat(host.rows(AuditEntry.Kind.VIOLATION)).isEmpty();
        assertThat(host.services.condition("oh-my-pi").starts()).isEqualTo(1);
    }

    @Test
    void notesOfTheExamplesAreKeptOverARestart() throws Exception {
        var store = new PluginStore(host.home);
        store.install(store.plan(Path.of("..", "examples", "notes")), true);

        assertThat(text(host.call("notes", "notes.add", "{\"text\": \"milk \\\"and\\\" flour\"}")))
                .isEqualTo("{\"kept\":true}");
        host.services.restart("notes");
        assertThat(text(host.call("notes", "notes.list", "{}"))).isEqualTo("{\"notes\":[\"milk \\\"and\\\" flour\"]}");
        assertThat(host.rows(AuditEntry.Kind.VIOLATION)).isEmpty();
    }

    @Test
    void ollamaListsAndPullsThroughItsTunnel() throws Exception {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer(
                server,
                "/api/tags",
                "{\"models\":[{\"name\":\"tiny\",\"size\":1,\"digest\":\"d\",\"modified_at\":\"t\"}]}");
        answer(server, "/api/pull", "{\"status\":\"pulling\",\"total\":4,\"completed\":1}\n{\"status\":\"success\"}\n");
        server.start();
        try {
            install("ollama", "11434", Integer.toString(server.getAddress().getPort()));
            assertThat(text(host.call("ollama", "models.list", "{}"))).contains("\"name\":\"tiny\"");
            var pull = host.begin("ollama", "model.pull", "{\"name\": \"tiny\"}", HostedPlugins.LONG);
            assertThat(text(pull.outcome())).contains("success");
            assertThat(pull.progress.stream().map(JsonText::text)).anyMatch(said -> said.contains("\"percent\":25"));
            assertThat(host.rows(AuditEntry.Kind.VIOLATION)).isEmpty();
        } finally {
            server.stop(0);
        }
    }

    private static void answer(HttpServer server, String path, String body) {
        server.createContext(path, exchange -> {
            try (exchange) {
                var bytes = body.getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, bytes.length);
                exchange.getResponseBody().write(bytes);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
