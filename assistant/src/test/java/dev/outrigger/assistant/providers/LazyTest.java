package dev.outrigger.assistant.providers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Java's HTTP client takes a tenth of a second to load, so nobody pays for it who does not use it.
class LazyTest {
    /// What `jp query` does when nothing is configured and no Ollama runs.
    public static final class Probe {
        private Probe() {}

        public static void main(String[] words) {
            var settings =
                    new ProviderSettings("http://127.0.0.1:1", KeySource.NONE, Map.of(), new NetworkAccess.Direct());
            System.out.println(
                    OllamaProvider.reachable(settings, Duration.ofSeconds(5)).isEmpty() ? "nobody" : "somebody");
        }
    }

    @Test
    void aClosedPortLoadsNoHttpClient() throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var process = new ProcessBuilder(
                        java, "-Xlog:class+load", "-cp", System.getProperty("java.class.path"), Probe.class.getName())
                .redirectErrorStream(true)
                .start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(said).contains("nobody", OllamaProvider.class.getName()).doesNotContain("java.net.http.");
    }
}
