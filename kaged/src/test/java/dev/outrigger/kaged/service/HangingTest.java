package dev.outrigger.kaged.service;

import static dev.outrigger.kaged.service.HostedPlugins.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.outrigger.kaged.service.PluginCondition.State;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What is read at a start never answers: the operator's configuration is a named pipe here, as a file of a dead file
/// system would be. No read of it can be broken off.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HangingTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration SOON = Duration.ofMillis(300);
    private static final String ECHO = "def on(method, params, id): return os.getpid()";

    @TempDir
    Path base;

    private static void hang(HostedPlugins host) throws Exception {
        var file = host.home.localConfig();
        Files.createDirectories(file.getParent());
        var made = new ProcessBuilder("mkfifo", file.toString()).inheritIO().start();
        assertThat(made.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(made.exitValue()).isZero();
    }

    /// Whoever hangs in it finds an empty file, and whoever comes after finds another. To read and to write: to write
    /// alone would wait for a reader, who may not have come yet, and then never comes.
    private static void answer(HostedPlugins host) throws IOException {
        var file = host.home.localConfig();
        var pipe = file.resolveSibling("pipe");
        Files.move(file, pipe, StandardCopyOption.ATOMIC_MOVE);
        Files.writeString(file, "");
        new RandomAccessFile(pipe.toFile(), "rw").close();
    }

    private static State state(HostedPlugins host, String plugin) throws Exception {
        return host.services.condition(plugin).state();
    }

    @Test
    void aStartThatHangsHoldsUpNeitherDisableNorStopNorTheEndOfTheDaemon() throws Exception {
        try (var host = new HostedPlugins(base, new ServiceTimes(HOUR, SOON, HOUR))) {
            host.python("stuck", "methods: [say]", ECHO);
            hang(host);
            var call = host.begin("stuck", "say", "{}", HostedPlugins.LONG);
            assertThat(state(host, "stuck")).isEqualTo(State.STARTING);

            host.services.disable("stuck");

            assertThat(text(call.outcome())).startsWith("lost plugin_unavailable");
            assertThat(host.services.condition("stuck").detail()).contains("hangs");
            assertThat(host.services.unended()).containsExactly("plugin stuck");
            assertThat(host.steps.left()).containsExactly("the end of stuck");
            assertThat(host.notes).anyMatch(note -> note.contains("for the end of stuck, and waits no longer"));
            // Nothing of it is begun beside what hangs, also not by whoever installs it anew.
            host.services.enable("stuck");
            assertThat(text(host.call("stuck", "say", "{}"))).contains("still hangs");
            host.services.forget("stuck", "it is replaced");
            host.services.enable("stuck");
            assertThat(text(host.call("stuck", "say", "{}"))).contains("still hangs");
            host.services.restart("stuck");
            host.services.stop("stuck", "enough");

            answer(host);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> host.services.unended().isEmpty()
                            && host.steps.left().isEmpty());
            assertThat(text(host.call("stuck", "say", "{}"))).matches("[0-9]+");
        }
    }

    @Test
    void aCallThatIsTakenBackBeforeThePluginIsReadyHoldsNothing() throws Exception {
        try (var host = new HostedPlugins(base, new ServiceTimes(HOUR, SOON, HOUR))) {
            host.python("stuck", "methods: [say]", ECHO);
            hang(host);
            for (int i = 0; i < 100; i++) {
                var call = host.begin("stuck", "say", "{}", HostedPlugins.LONG);
                call.taken.takeBack();
                assertThat(text(call.outcome())).startsWith("lost cancelled");
            }
            assertThat(host.services.condition("stuck").openCalls()).isZero();
            answer(host);
            host.services.stop("stuck", "enough");
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> host.services.unended().isEmpty()
                            && host.steps.left().isEmpty());
        }
    }

    @Test
    void aDaemonEndsWhileAStartHangs() throws Exception {
        var host = new HostedPlugins(base, new ServiceTimes(HOUR, SOON, HOUR));
        host.python("stuck", "methods: [say]", ECHO);
        hang(host);
        var call = host.begin("stuck", "say", "{}", HostedPlugins.LONG);
        host.close();
        assertThat(text(call.outcome())).startsWith("lost plugin_unavailable");
        answer(host);
        await().atMost(Duration.ofMinutes(1))
                .until(() ->
                        host.services.unended().isEmpty() && host.steps.left().isEmpty());
    }

    @Test
    void aStartThatHangsIsGivenUpAndItsCallersAreToldSo() throws Exception {
        try (var host = new HostedPlugins(base, new ServiceTimes(SOON, SOON, HOUR))) {
            host.python("stuck", "methods: [say]", ECHO);
            hang(host);
            assertThat(text(host.call("stuck", "say", "{}")))
                    .startsWith("lost plugin_unavailable")
                    .contains("its start hangs");
            assertThat(state(host, "stuck")).isEqualTo(State.BROKEN);
            answer(host);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> text(host.call("stuck", "say", "{}")).matches("[0-9]+"));
        }
    }
}
