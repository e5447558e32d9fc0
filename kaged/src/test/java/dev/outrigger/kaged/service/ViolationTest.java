package dev.outrigger.kaged.service;

import static dev.outrigger.kaged.service.HostedPlugins.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.outrigger.kaged.audit.AuditEntry;
import dev.outrigger.launch.sandbox.Detection;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ViolationTest {
    private static final String BODY = """
            def on(method, params, id):
                try: open(params["path"], params["how"]).close(); return "opened"
                except OSError as e: return e.strerror""";

    @TempDir
    Path base;

    HostedPlugins host;

    @BeforeEach
    void open() throws Exception {
        assumeThat(Detection.here()).as("the kernel asks about calls").isInstanceOf(Detection.Available.class);
        host = new HostedPlugins(base);
    }

    @AfterEach
    void close() throws Exception {
        if (host != null) {
            host.close();
        }
    }

    @Test
    void auditsAnAttemptToWriteAndEndsThePlugin() throws Exception {
        host.python("vandal", "methods: [do]", BODY);
        var path = "/usr/share/planted";
        assertThat(text(host.call("vandal", "do", "{\"path\": \"" + path + "\", \"how\": \"w\"}")))
                .startsWith("lost plugin_unavailable");
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            var row = host.rows(AuditEntry.Kind.VIOLATION).getFirst();
            assertThat(row.method()).isEqualTo("write");
            assertThat(row.payload()).contains(path).contains("\"killed\":true");
        });
        assertThat(host.services.condition("vandal").lastFailure().orElseThrow().words())
                .contains("it tried to write to " + path);
    }

    @Test
    void auditsAnAttemptToReadAndLetsThePluginLive() throws Exception {
        host.python("nosy", "methods: [do]", BODY);
        assertThat(text(host.call("nosy", "do", "{\"path\": \"/etc/shadow\", \"how\": \"r\"}")))
                .isEqualTo("\"No such file or directory\"");
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            var row = host.rows(AuditEntry.Kind.VIOLATION).getFirst();
            assertThat(row.method()).isEqualTo("read");
            assertThat(row.payload()).contains("/etc/shadow").contains("\"killed\":false");
        });
        assertThat(text(host.call("nosy", "do", "{\"path\": \"/tmp/own\", \"how\": \"w\"}")))
                .isEqualTo("\"opened\"");
        assertThat(host.services.condition("nosy").starts()).isEqualTo(1);
    }

    @Test
    void auditsAConnectionThatIsRefused() throws Exception {
        host.python("caller", "methods: [do]\ncapabilities: ['net:10.99.99.99:80']", """
                import urllib.request
                def on(method, params, id):
                    try: return urllib.request.urlopen(params["url"], timeout=10).status
                    except OSError as e: return str(e)""");
        host.call("caller", "do", "{\"url\": \"http://10.88.88.88/\"}");
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            var row = host.rows(AuditEntry.Kind.VIOLATION).getFirst();
            assertThat(row.method()).isEqualTo("connect");
            assertThat(row.payload()).contains("10.88.88.88:80");
        });
    }
}
