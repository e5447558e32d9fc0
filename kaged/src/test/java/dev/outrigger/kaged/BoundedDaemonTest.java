package dev.outrigger.kaged;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.kaged.control.PidLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What plugins can make a whole daemon hold, and how long they can make it wait.
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BoundedDaemonTest {
    private static final Path ROGUE = Path.of("../conformance/rogue/service-rogue");

    /// What part of the flood of [ROGUE] is sent.
    private static final int PART = Boolean.getBoolean("outrigger.long") ? 1 : 4;

    private static Path rogue(DaemonFixture kaged, String flag) throws Exception {
        var folder = Files.createDirectories(kaged.top.resolve("sources").resolve("rogue"));
        Files.writeString(folder.resolve("kaged-plugin.yaml"), """
                name: rogue
                version: "1.0"
                kaged_api: 1
                description: Misbehaves.
                command: [/usr/bin/python3, main.py, %s, "%d"]
                methods: [do]
                shutdown_timeout_sec: 1
                capabilities: ["kaged:storage:read", "kaged:storage:write"]
                """.formatted(flag, PART));
        Files.writeString(folder.resolve("main.py"), Files.readString(ROGUE));
        return folder;
    }

    /// A gigabyte of them passes through, or a quarter of it; a daemon that kept a sixth, or most of it, would be gone.
    @ParameterizedTest
    @ValueSource(strings = {"cancelled-requests", "cancelled-values", "many-values", "answers-unread"})
    void noPluginFillsTheHeapAndOthersAreServedMeanwhile(String flag) throws Exception {
        try (var kaged = DaemonFixture.prepared()) {
            kaged.environment().put("JDK_JAVA_OPTIONS", "-Xmx160m -XX:+ExitOnOutOfMemoryError");
            kaged.run("start").ok();
            long pid = kaged.pid();
            kaged.installed("honest");
            kaged.run("plugin", "install", "--yes", rogue(kaged, flag).toString())
                    .ok();
            var flood = Thread.ofPlatform()
                    .daemon()
                    .start(() -> kaged.run("plugin", "call", "--timeout", "100", "rogue", "do"));
            do {
                kaged.run("plugin", "call", "honest", "echo", "{\"a\":1}").ok();
            } while (flood.isAlive());
            flood.join();
            kaged.run("plugin", "call", "honest", "echo", "{\"a\":2}").ok();
            assertThat(kaged.pid()).isEqualTo(pid);
            assertThat(PidLock.held(kaged.home.resolve("kaged.pid"))).isTrue();
        }
    }

    /// The operator's configuration never answers, as on a dead file system: the start of the plugin hangs in it.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aDaemonEndsWithinItsBoundThoughAStartHangs(boolean bySignal) throws Exception {
        try (var kaged = DaemonFixture.started()) {
            kaged.installed("stuck");
            var config = kaged.top.resolve("config/kaged/local.toml");
            Files.createDirectories(config.getParent());
            Files.deleteIfExists(config);
            assertThat(new ProcessBuilder("mkfifo", config.toString()).start().waitFor())
                    .isZero();
            var daemon = ProcessHandle.of(kaged.pid()).orElseThrow();
            var call = Thread.ofPlatform().daemon().start(() -> kaged.run("plugin", "call", "stuck", "echo"));
            DaemonFixture.await(
                    "it starts", () -> kaged.run("plugin", "list").out().contains("starting"));
            if (bySignal) {
                assertThat(daemon.destroy()).isTrue();
            } else {
                kaged.run("stop").ok();
            }
            daemon.onExit().get(60, TimeUnit.SECONDS);
            call.join();
            assertThat(PidLock.held(kaged.home.resolve("kaged.pid"))).isFalse();
            assertThat(Files.readAllLines(kaged.home.resolve("logs/kaged.log")))
                    .anyMatch(line -> line.contains("for the end of stuck, and waits no longer"));
        }
    }
}
