package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// However a run ends, it ends with the right code, the right words, and nothing left alive.
class LifeAndDeathTest {
    private static final String READY = """
            #!/bin/bash
            read -r init
            echo '{"type":"ready"}'
            echo $$ > pid
            """;

    @TempDir
    Path folder;

    private Jail jail;

    @BeforeEach
    void aWorkspace() throws IOException {
        jail = Jail.in(folder).config("[plugins]\nshutdown_timeout_secs = 1\n").trusted("it");
    }

    @Test
    void theExitCodeAndTheReasonAreThePlugins() throws IOException {
        jail.plugin("it", READY + "echo '{\"type\":\"exit\",\"code\":7,\"reason\":\"no such port\"}'");

        var result = jail.jp("it");

        assertThat(result.code()).isEqualTo(7);
        assertThat(result.err()).isEqualTo("error: no such port\n");
    }

    @Test
    void aPluginThatDiesIsExplainedWithItsLastWords() throws IOException {
        jail.plugin("it", READY + "echo 'disk on fire' >&2; exit 3");

        var result = jail.jp("it");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("exit status 3", "disk on fire");
    }

    @Test
    void aPluginKilledByASignalIsNamedSo() throws IOException {
        jail.plugin("it", READY + "kill -9 $$");

        assertThat(jail.jp("it").err()).contains("SIGKILL");
    }

    @Test
    void anInterruptAsksThePluginToLeaveAndItsCodeCounts() throws Exception {
        jail.plugin("it", READY + """
                read -r line
                case $line in *shutdown*) echo '{"type":"exit","code":5}' ;; esac
                """);

        assertThat(signalled("INT")).isEqualTo(5);
    }

    @Test
    void whoIgnoresTheShutdownIsEndedAfterTheGrace() throws Exception {
        jail.plugin("it", READY + "while :; do sleep 1; done");

        assertThat(signalled("INT")).isEqualTo(130);
        assertThat(signalled("TERM")).isEqualTo(143);
        assertThat(signalled("HUP")).isEqualTo(129);
    }

    @Test
    void aSecondSignalDoesNotWaitForTheGrace() throws Exception {
        jail.config("[plugins.command.it.options]\nx = 1\n");
        Files.writeString(
                jail.userConfig(),
                "[plugins]\nshutdown_timeout_secs = 600\n[plugins.command.it]\nrun = \"unattended\"\n");
        jail.plugin("it", READY + "trap '' TERM INT; read -r line; touch asked; while :; do sleep 1; done");
        var jp = jail.builder(jail.command("it")).start();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> Files.exists(jail.workspace().resolve("pid")));

        send("INT", jp.pid());
        await().atMost(Duration.ofMinutes(1))
                .until(() -> Files.exists(jail.workspace().resolve("asked")));
        send("INT", jp.pid());

        assertThat(jp.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(jp.exitValue()).isEqualTo(130);
        assertThat(alive(pid("pid"))).isFalse();
    }

    @Test
    void grandchildrenAndEscapeesDoNotOutliveTheRun() throws IOException {
        jail.plugin("it", READY + """
                sleep 300 & echo $! > child
                (setsid bash -c 'echo $$ > escapee; exec sleep 300' &)
                while ! [ -s escapee ]; do sleep 0.01; done
                echo '{"type":"exit","code":0}'
                """);

        assertThat(jail.jp("it").code()).isEqualTo(0);
        assertThat(alive(pid("child"))).isFalse();
        assertThat(alive(pid("escapee"))).isFalse();
    }

    @Test
    void aDaemonThatHoldsTheOutputOpenDoesNotHoldUpTheEnd() throws IOException {
        jail.plugin("it", READY + "(setsid sleep 300 &)\nexit 4\n");

        var result = jail.jp("it");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("exit status 4");
    }

    @Test
    void killingJpKillsThePluginAndTheNextJpEndsItsStrays() throws Exception {
        jail.plugin("it", READY + """
                (setsid bash -c 'echo $$ > escapee; exec sleep 300' &)
                while ! [ -s escapee ]; do sleep 0.01; done
                touch settled
                sleep 300
                """);
        var jp = jail.builder(jail.command("it")).start();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> Files.exists(jail.workspace().resolve("settled")));
        long plugin = pid("pid");
        long escapee = pid("escapee");

        send("KILL", jp.pid());

        await().atMost(Duration.ofMinutes(1)).until(() -> !alive(plugin));
        assertThat(alive(escapee)).isTrue();
        jail.plugin("next", READY + "echo '{\"type\":\"exit\",\"code\":0}'").trusted("next");
        jail.jp("next");
        assertThat(alive(escapee)).isFalse();
    }

    @Test
    void aContainedPluginLeavesNothingEvenWhenJpIsKilled() throws Exception {
        Files.writeString(jail.userConfig(), "[plugins.command.it]\nrun = \"unattended\"\ncontain = true\n");
        jail.plugin("it", """
                #!/bin/bash
                read -r init
                echo '{"type":"ready"}'
                (setsid sleep 31.4159 &)
                touch settled
                sleep 300
                """);
        var jp = jail.builder(jail.command("it")).start();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> Files.exists(jail.workspace().resolve("settled")));
        assertThat(running("sleep 31.4159")).isTrue();

        send("KILL", jp.pid());

        await().atMost(Duration.ofMinutes(1)).until(() -> !running("sleep 31.4159"));
    }

    @Test
    void aFailedStartIsExplained() throws IOException {
        jail.plugin("it", "#!/usr/bin/no-such-shell\n");

        var result = jail.jp("it");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("/usr/bin/no-such-shell");
    }

    @Test
    void theTerminalsSecretsDoNotReachThePlugin() throws IOException {
        jail.plugin("it", READY + """
                jq -nc --arg t "key=${ANTHROPIC_API_KEY-none} other=${OTHER-none}" '{type:"print",text:$t}'
                echo '{"type":"exit","code":0}'
                """);

        var result =
                jail.with("ANTHROPIC_API_KEY", "secret").with("OTHER", "kept").jp("it");

        assertThat(result.out()).isEqualTo("key=none other=kept");
    }

    private int signalled(String name) throws Exception {
        Files.deleteIfExists(jail.workspace().resolve("pid"));
        var jp = jail.builder(jail.command("it")).start();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> Files.exists(jail.workspace().resolve("pid")));
        send(name, jp.pid());
        assertThat(jp.waitFor(30, TimeUnit.SECONDS)).isTrue();
        await().atMost(Duration.ofSeconds(5)).until(() -> !alive(pid("pid")));
        return jp.exitValue();
    }

    private static void send(String name, long pid) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                        .start()
                        .waitFor())
                .isEqualTo(0);
    }

    private long pid(String file) throws IOException {
        return Long.parseLong(Files.readString(jail.workspace().resolve(file), StandardCharsets.UTF_8)
                .strip());
    }

    private static boolean alive(long pid) throws IOException {
        var status = Path.of("/proc", Long.toString(pid), "status");
        return Files.exists(status) && !Files.readString(status).contains("State:\tZ");
    }

    private static boolean running(String command) throws Exception {
        return new ProcessBuilder("pgrep", "-f", "-x", command).start().waitFor() == 0;
    }
}
