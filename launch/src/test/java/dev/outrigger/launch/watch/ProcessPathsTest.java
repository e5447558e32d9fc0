package dev.outrigger.launch.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.system.ProcessorKind;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// On this process, which sees the tree as it is.
class ProcessPathsTest {
    private final Arena arena = Arena.ofConfined();
    private final ProcessPaths paths =
            new ProcessPaths(new RawSystemCalls(ProcessorKind.here().orElseThrow(), arena));
    private final long pid = ProcessHandle.current().pid();

    @TempDir
    Path temporary;

    @AfterEach
    void close() {
        arena.close();
    }

    @ParameterizedTest
    @CsvSource({
        "/, /",
        "/a, /a",
        "/a/, /a",
        "//a//b, /a/b",
        "/a/./b, /a/b",
        "/a/../b, /b",
        "/../../a, /a",
        "/a/.b, /a/.b",
        "/a/..b/c.., /a/..b/c..",
        "/a/.., /"
    })
    void shortensAPath(String path, String plain) {
        assertThat(ProcessPaths.plain(path)).isEqualTo(plain);
    }

    private Optional<String> real(String path, boolean follows) {
        return paths.place(pid, RawSystemCalls.AT_FDCWD, path, follows).map(WaitingCall.SeenPath::real);
    }

    @Test
    void followsLinksAsTheKernelDoes() throws Exception {
        var folder = temporary.toRealPath();
        Files.createDirectories(folder.resolve("a/b"));
        Files.createSymbolicLink(folder.resolve("up"), Path.of("a/b"));
        Files.createSymbolicLink(folder.resolve("a/b/out"), Path.of("/etc/x"));
        Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
        // Dots after a link count from where it leads.
        assertThat(real(folder + "/up/../c", true)).contains(folder + "/a/c");
        assertThat(real(folder + "/up/out", true)).contains("/etc/x");
        assertThat(real(folder + "/up/out", false)).contains(folder + "/a/b/out");
        assertThat(real(folder + "/up/new", true)).contains(folder + "/a/b/new");
        assertThat(real(folder + "/loop", true)).isEmpty();
        assertThat(real("/proc/self/root" + folder + "/up/x", true)).contains(folder + "/a/b/x");
    }

    @Test
    void beginsAtTheWorkingFolder() throws Exception {
        var here = Path.of("").toRealPath();
        assertThat(real("x/../y", true)).contains(here + "/y");
        assertThat(real("/proc/self/cwd/y", true)).contains(here + "/y");
    }

    @Test
    void takesNoPipeForAPlace() throws Exception {
        var process = new ProcessBuilder("cat").start();
        try {
            assertThat(paths.place(process.pid(), RawSystemCalls.AT_FDCWD, "/proc/self/fd/0", true))
                    .isEmpty();
            assertThat(paths.place(process.pid(), 0, "x", true)).isEmpty();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }
}
