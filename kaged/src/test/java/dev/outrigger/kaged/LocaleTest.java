package dev.outrigger.kaged;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/// The locale C has no character beyond ASCII, and Java takes names of files for what the locale says.
class LocaleTest {
    /// By their bytes, whatever the locale of the test: `hömé`.
    private static final String NAME = "$(printf 'h\\303\\266m\\303\\251')";

    private static List<String> shell(String words) {
        return List.of("sh", "-c", words + " exec \"$@\"", "sh");
    }

    @Test
    void withoutTheLauncherANameBeyondAsciiIsOneLine() throws Exception {
        try (var kaged = DaemonFixture.prepared()) {
            kaged.environment().put("LC_ALL", "C");
            for (var words : List.of(
                    List.of("KAGED_HOME=" + kaged.top + "/" + NAME, "status"),
                    List.of("XDG_CONFIG_HOME=" + kaged.top + "/" + NAME, "status"),
                    List.of("set -- \"$@\" plugin validate " + NAME + ";"),
                    List.of("set -- \"$@\" plugin explain " + NAME + ";"))) {
                var arguments = words.subList(1, words.size()).toArray(String[]::new);
                var said = DaemonFixture.result(
                        kaged.process(shell(words.getFirst()), arguments).start());
                assertThat(said.code()).as(words + said.err()).isEqualTo(1);
                assertThat(said.err())
                        .contains("cannot be the name of a file here")
                        .contains("LC_ALL=C.UTF-8")
                        .doesNotContain("\tat ", "itself failed");
            }
        }
    }

    @Test
    void aDaemonInTheLocaleCSaysWhyItCannotLookAtAFolder() throws Exception {
        Assumptions.assumeTrue(
                System.getProperty("sun.jnu.encoding").equals("UTF-8"), "this test runs in no UTF-8 locale");
        try (var kaged = DaemonFixture.prepared()) {
            kaged.environment().put("LC_ALL", "C");
            var folder = Files.move(kaged.plugin("named", "1.0.0"), kaged.top.resolve("h\u00f6m\u00e9"));
            var daemon = kaged.process(List.of(), "start", "--foreground").start();
            DaemonFixture.await("it answers", () -> Files.exists(kaged.socket()) || !daemon.isAlive());
            var said = kaged.run("plugin", "install", "--yes", folder.toString());
            assertThat(said.code()).isEqualTo(1);
            assertThat(said.err()).contains("cannot be the name of a folder where the daemon runs");
            kaged.run("stop").ok();
            DaemonFixture.result(daemon).ok();
            // In the background it has a locale of its own.
            kaged.run("start").ok();
            kaged.run("plugin", "install", "--yes", folder.toString()).ok();
        }
    }

    @Test
    void withTheLauncherItWorks() throws Exception {
        Assumptions.assumeTrue(
                Files.exists(Path.of("..", "target", "dist", "kaged-launch.sh")), "bin/build has not been run");
        try (var kaged = DaemonFixture.prepared()) {
            var folder = kaged.plugin("named", "1.0.0");
            assertThat(new ProcessBuilder("sh", "-c", "mv " + folder + " " + folder.getParent() + "/" + NAME)
                            .start()
                            .waitFor())
                    .isZero();
            var home = "KAGED_HOME=" + kaged.top + "/" + NAME;
            launched(kaged, home, "start").ok();
            try {
                launched(
                                kaged,
                                home + "; export KAGED_HOME; set -- \"$@\" " + folder.getParent() + "/" + NAME + ";",
                                "plugin",
                                "install",
                                "--yes")
                        .ok();
                launched(kaged, home, "plugin", "call", "named", "echo").ok();
            } finally {
                launched(kaged, home, "stop").ok();
            }
        }
    }

    private static DaemonFixture.Result launched(DaemonFixture kaged, String shell, String... words) throws Exception {
        var command = new ArrayList<>(shell(shell));
        command.add(Path.of("..", "bin", "kaged").toAbsolutePath().normalize().toString());
        command.addAll(List.of(words));
        var builder = new ProcessBuilder(command).directory(kaged.top.toFile());
        builder.environment().putAll(kaged.environment());
        builder.environment().put("LC_ALL", "C");
        return DaemonFixture.result(builder.start());
    }
}
