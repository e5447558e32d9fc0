package dev.outrigger.kaged.wrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.kaged.store.KagedHome;
import dev.outrigger.system.TreeDeletion;
import dev.outrigger.terminal.program.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What is fetched too large, or too slowly; with limits as small as the test.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ConfinedToolTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private Path top;

    @BeforeEach
    void folders() throws Exception {
        top = Files.createTempDirectory("confined-tool-test");
        open(top);
    }

    @AfterEach
    void remove() throws Exception {
        TreeDeletion.delete(top);
    }

    private static Path open(Path folder) throws Exception {
        Files.createDirectories(folder);
        return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private String run(long bytes, Duration time, String script) throws Exception {
        var home = new KagedHome(open(top.resolve("kaged")), top.resolve("config"));
        open(home.sandboxes());
        var data = Files.createDirectories(top.resolve("data"));
        var tool = new ConfinedTool(
                home, open(top.resolve("files")), data, new ConfinedTool.Bounds(bytes, time), "/usr/bin:/bin", _ -> {});
        return tool.run("the fetch", List.of("/bin/sh", "-c", script), Map.of("HOME", "/home/plugin"), List.of());
    }

    @Test
    void givesWhatItSays() throws Exception {
        assertThat(run(1 << 20, LONG, "echo hello; echo more")).isEqualTo("hello\nmore\n");
    }

    @Test
    void tooMuchInManyFilesIsEnded() {
        assertThatThrownBy(() -> run(
                        2 << 20,
                        LONG,
                        "cd /home/plugin; i=0; while :; do i=$((i+1)); head -c 300000 /dev/zero > f$i || exit; done"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("too large");
    }

    /// Between two looks, and then it ends well.
    @Test
    void tooMuchAtOnceIsNotTaken() {
        assertThatThrownBy(() ->
                        run(1 << 20, LONG, "cd /home/plugin; for i in 1 2 3; do head -c 900000 /dev/zero > f$i; done"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("too large");
    }

    @Test
    void whatDripsForEverIsEnded() {
        assertThatThrownBy(() -> run(1 << 20, Duration.ofSeconds(1), "while :; do echo drip; read x < /dev/null; done"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("it takes longer than 1 s");
    }

    @Test
    void whatIsSilentForEverIsEnded() {
        assertThatThrownBy(() -> run(1 << 20, Duration.ofSeconds(1), "exec tail -f /dev/null"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("it takes longer than 1 s");
    }
}
