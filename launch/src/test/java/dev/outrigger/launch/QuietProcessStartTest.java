package dev.outrigger.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// In a JVM of its own, which tells what it loads: what was looked for once is not looked for again.
@Timeout(60)
class QuietProcessStartTest {
    private static final String SEARCH = "jdk.internal.logger.LazyLoggers ";

    @TempDir
    Path folder;

    @Test
    void theFirstStartLooksForNoLoggerWhereTheFieldIsOpen() throws Exception {
        assertThat(loaded("--add-opens", "java.base/java.lang=ALL-UNNAMED"))
                .contains("started well")
                .doesNotContain(SEARCH);
    }

    @Test
    void aStartWorksWhereTheFieldIsClosed() throws Exception {
        assertThat(loaded()).contains("started well").contains(SEARCH);
    }

    private String loaded(String... options) throws Exception {
        var words = new ArrayList<String>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of(options));
        words.add("-Xlog:class+load:stdout");
        words.add("-cp");
        words.add(System.getProperty("java.class.path"));
        words.add(Once.class.getName());
        words.add(folder.toString());
        var process = new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /// Starts one program, and says so.
    static final class Once {
        private Once() {}

        public static void main(String[] args) throws Exception {
            var scripts = new Scripts(Path.of(args[0]));
            try (var child = scripts.launcher().start(scripts.program(Path.of("/bin/true")), Scripts.DEAF)) {
                System.out.println("started " + (child.leftWithin(Duration.ofSeconds(30)) ? "well" : "badly"));
            }
        }
    }
}
