package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `jp tool`, as an author and a user call it.
class ToolCommandsTest {
    private static final String LINES =
            Jail.CLONE.resolve("examples/tool-lines").toString();

    @TempDir
    Path folder;

    private Jail jail;

    @BeforeEach
    void home() {
        jail = Jail.in(folder);
    }

    @Test
    void installsShowsRunsAndRemoves() {
        var refused = jail.jp("tool", "install", LINES);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("WITHOUT a sandbox", "count_lines", "--yes");
        assertThat(jail.jp("tool", "list").out()).isEmpty();

        assertThat(jail.jp("tool", "install", LINES, "--yes").out()).isEqualTo("installed lines 1.0.0\n");
        assertThat(jail.jp("tool", "list").out()).startsWith("count_lines  plugin.lines  safe  ");
        assertThat(jail.jp("tool", "show", "count_lines").out()).contains("Input:  {");
        assertThat(jail.jp("tool", "show", "lines").out()).contains("lines 1.0.0", "WITHOUT a sandbox");

        var good = jail.jp("tool", "run", "count_lines", "--input", "{\"text\":\"a b\"}");
        assertThat(good.out()).isEqualTo("{\"lines\":1,\"words\":2,\"letters\":3}\n");
        assertThat(good.code()).isEqualTo(0);
        var bad = jail.jp("tool", "run", "count_lines", "--input", "{}");
        assertThat(bad.code()).isEqualTo(1);
        assertThat(bad.err()).contains("invalid_input");

        assertThat(jail.jp("tool", "remove", "lines").out()).isEqualTo("removed lines\n");
        assertThat(jail.jp("tool", "run", "count_lines").err()).contains("there is no tool count_lines");
    }

    @Test
    void aFailedPluginIsExitCode3WithItsCodeAndATraceShowsEveryLine() throws IOException {
        var broken = Files.createDirectory(folder.resolve("broken"));
        Files.copy(Path.of(LINES, "rterm-plugin.json"), broken.resolve("rterm-plugin.json"));
        var program = Files.writeString(broken.resolve("lines"), "#!/bin/sh\necho oops >&2\necho garbage\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        var words = new String[] {
            "tool", "run", "count_lines", "--dir", broken.toString(), "--input", "{\"text\":\"\"}", "--trace"
        };

        var failed = jail.jp(words);

        assertThat(failed.code()).isEqualTo(3);
        assertThat(failed.err())
                .contains("malformed_response: plugin lines: ", "oops")
                .containsPattern("ms > \\{\"type\":\"handshake\"")
                .containsPattern("ms < garbage");
        var json = (Json.Obj) jail.jp(
                        "tool",
                        "run",
                        "count_lines",
                        "--dir",
                        broken.toString(),
                        "--input",
                        "{\"text\":\"\"}",
                        "--format",
                        "json")
                .json();
        assertThat(json.text("code")).contains("malformed_response");
        var check = jail.jp("tool", "check", broken.toString());
        assertThat(check.code()).isEqualTo(1);
        assertThat(check.out()).containsPattern("(?m)^failed +well-formed lines +malformed_response");
    }

    @Test
    void aGoodPluginPassesItsCheck() {
        var check = jail.jp("tool", "check", LINES);

        assertThat(check.out().lines()).allMatch(line -> line.startsWith("ok "));
        assertThat(check.code()).isEqualTo(0);
    }
}
