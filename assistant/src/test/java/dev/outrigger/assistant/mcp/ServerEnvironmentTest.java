package dev.outrigger.assistant.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ServerEnvironmentTest {
    @Test
    void aNameThatNoFileCanHaveInThisLocaleIsOneClearLine() throws Exception {
        var builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        PlainLocale.class.getName())
                .redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C");
        var process = builder.start();

        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said.lines())
                .hasSize(2)
                .first()
                .asString()
                .contains("cannot be the name of a file", "LC_ALL", "providers.mcp.files.command");
    }
}
