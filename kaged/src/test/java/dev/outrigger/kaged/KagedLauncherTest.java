package dev.outrigger.kaged;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.kaged.commands.Commands;
import dev.outrigger.terminal.ManPages;
import dev.outrigger.terminal.program.ProgramVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// `bin/kaged` as `bin/build` made it.
class KagedLauncherTest {
    private static final Path BIN =
            Path.of("..", "bin", "kaged").toAbsolutePath().normalize();

    @BeforeAll
    static void isBuilt() {
        Assumptions.assumeTrue(
                Files.exists(Path.of("..", "target", "dist", "kaged-launch.sh")), "bin/build has not been run");
    }

    private static DaemonFixture.Result run(DaemonFixture kaged, String... words) throws Exception {
        return DaemonFixture.result(started(kaged, words));
    }

    private static Process started(DaemonFixture kaged, String... words) throws Exception {
        var command = new ArrayList<>(List.of(BIN.toString()));
        command.addAll(List.of(words));
        var builder = new ProcessBuilder(command).directory(kaged.top.toFile());
        builder.environment().putAll(kaged.environment());
        return builder.start();
    }

    @Test
    void theCommandsAndTheDaemonStartFromIt() throws Exception {
        try (var kaged = DaemonFixture.prepared()) {
            assertThat(run(kaged, "--version").ok().out()).isEqualTo("kaged " + ProgramVersion.NUMBER + "\n");
            run(kaged, "start").ok();
            var plugin = kaged.plugin("launched", "1.0.0").toString();
            run(kaged, "plugin", "install", "--yes", plugin).ok();
            assertThat(run(kaged, "plugin", "call", "launched", "echo", "{\"a\":1}")
                            .ok()
                            .out())
                    .isEqualTo("{\"a\":1}\n");
            run(kaged, "stop").ok();
        }
    }

    /// From where bin/install takes them.
    @Test
    void theManualAndTheDocumentationLieBesideIt() throws Exception {
        var dist = BIN.resolveSibling("../target/dist");
        for (var page : ManPages.of(Commands.ROOT, ProgramVersion.NUMBER).entrySet()) {
            assertThat(dist.resolve("man/man1").resolve(page.getKey())).hasContent(page.getValue());
        }
        assertThat(dist.resolve("man/man1/jp.1")).isNotEmptyFile();
        assertThat(dist.resolve("docs/manifests.md")).isNotEmptyFile();
    }

    /// Also the folders of what was installed, and the programs of the sandboxes.
    @Test
    void whateverTheUmaskNobodyElseWritesWhatItMakes() throws Exception {
        try (var kaged = DaemonFixture.prepared()) {
            var plugin = kaged.plugin("launched", "1.0.0", "kaged:storage:write");
            Files.createDirectories(plugin.resolve("more/of it"));
            Files.writeString(plugin.resolve("more/of it/file"), "x");
            for (var words : List.of(
                    List.of("start"),
                    List.of("plugin", "install", "--yes", plugin.toString()),
                    List.of("plugin", "call", "launched", "echo", "{}"))) {
                unmasked(kaged, words).ok();
            }
            try (var files = Files.walk(kaged.home)) {
                for (var file : files.toList()) {
                    if (!Files.isSymbolicLink(file)) {
                        assertThat(mode(file)).as(file.toString()).matches("....-..-.");
                    }
                }
            }
            for (var name :
                    List.of("kaged.db", "kaged.db-wal", "audit.1", "kaged.pid", "kaged.sock", "logs", "storage")) {
                var mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(kaged.home.resolve(name)));
                assertThat(mode).as(name).endsWith("------");
            }
            unmasked(kaged, List.of("stop")).ok();
        }
    }

    /// The daemon works on meanwhile: a draft may be gone by now.
    private static String mode(Path file) throws IOException {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        } catch (NoSuchFileException _) {
            return "---------";
        }
    }

    private static DaemonFixture.Result unmasked(DaemonFixture kaged, List<String> words) throws Exception {
        var command = new ArrayList<>(List.of("sh", "-c", "umask 000; exec \"$0\" \"$@\"", BIN.toString()));
        command.addAll(words);
        var builder = new ProcessBuilder(command).directory(kaged.top.toFile());
        builder.environment().putAll(kaged.environment());
        return DaemonFixture.result(builder.start());
    }

    @Test
    void theDaemonHasTheHeapItIsGivenAndEndsWhenThatIsFull() throws Exception {
        try (var kaged = DaemonFixture.prepared()) {
            run(kaged, "start").ok();
            assertThat(options(kaged)).contains("-Xmx512m", "-XX:+ExitOnOutOfMemoryError");
            run(kaged, "stop").ok();
            kaged.environment().put("KAGED_HEAP", "300m");
            var daemon = started(kaged, "start", "--foreground");
            DaemonFixture.await("it answers", () -> Files.exists(kaged.socket()) || !daemon.isAlive());
            assertThat(options(kaged)).contains("-Xmx300m", "-XX:+ExitOnOutOfMemoryError");
            daemon.toHandle().destroy();
            DaemonFixture.result(daemon).ok();
            for (var wrong : List.of("300", "m", "0m", "5m -Xmx9g")) {
                kaged.environment().put("KAGED_HEAP", wrong);
                assertThat(run(kaged, "start").err()).contains("KAGED_HEAP is '" + wrong + "'");
            }
        }
    }

    private static List<String> options(DaemonFixture kaged) throws IOException {
        return List.of(
                Files.readString(Path.of("/proc/" + kaged.pid() + "/cmdline")).split("\0"));
    }

    @Test
    void theDaemonRunsInTheForegroundAlsoWithOptionsInFront() throws Exception {
        for (var words : List.of(
                List.of("start", "--foreground"),
                List.of("start", "-f"),
                List.of("--json", "start", "--quiet", "--foreground"))) {
            try (var kaged = DaemonFixture.prepared()) {
                var daemon = started(kaged, words.toArray(String[]::new));
                DaemonFixture.await("it answers", () -> Files.exists(kaged.socket()) || !daemon.isAlive());
                assertThat(kaged.run("status").ok().out()).contains("pid " + daemon.pid());
                daemon.toHandle().destroy();
                DaemonFixture.result(daemon).ok();
            }
        }
    }
}
