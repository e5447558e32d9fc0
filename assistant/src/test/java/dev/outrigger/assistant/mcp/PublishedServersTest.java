package dev.outrigger.assistant.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The servers of the npm registry, as they were published.
class PublishedServersTest {
    @TempDir
    Path folder;

    @Test
    void callsEchoOfServerEverything() {
        try (var stage = new Stage(folder)) {
            var echo = Stage.named(stage.open(stage.everything()).tools(), "echo");

            var result = echo.run(Json.object().put("message", "hello").build(), new TryRun());

            assertThat(result.content()).isEqualTo("Echo: hello");
            assertThat(result.isError()).isFalse();
            assertThat(echo.source()).isEqualTo("mcp.everything");
            assertThat(stage.notes)
                    .containsExactly("mcp.everything: the tool `simulate-research-query` is left out: it can only be"
                            + " called as a task, which is not supported");
        }
    }
}
