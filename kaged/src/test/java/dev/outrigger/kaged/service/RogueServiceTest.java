package dev.outrigger.kaged.service;

import static dev.outrigger.kaged.service.HostedPlugins.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.outrigger.kaged.service.PluginCondition.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the host does about each flag of conformance/rogue/service-rogue.
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RogueServiceTest {
    private static final Path ROGUE = Path.of("../conformance/rogue");
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String MANIFEST = """
            methods: [do]
            capabilities: ["kaged:storage:read", "kaged:storage:write"]
            shutdown_timeout_sec: 1
            """;

    @TempDir
    Path base;

    private static void install(HostedPlugins host, String flag, String more) throws Exception {
        host.plugin(
                "rogue",
                "/usr/bin/env, python3, main, " + flag,
                Files.readString(ROGUE.resolve("service-rogue")),
                MANIFEST + more);
    }

    @Test
    void everyFlagHasItsRow() throws Exception {
        var rows = Files.readString(ROGUE.resolve("service-outcomes.md"));
        var flags = Pattern.compile("flag == \"([a-z-]+)\"")
                .matcher(Files.readString(ROGUE.resolve("service-rogue")))
                .results();
        assertThat(flags.map(found -> found.group(1)))
                .isNotEmpty()
                .allSatisfy(flag -> assertThat(rows).contains("`" + flag + "`"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"endless-line", "endless-line-in-a-call", "endless-answer"})
    void anEndlessLineIsTheEndOfThePluginAndTheCallSaysSo(String flag) throws Exception {
        try (var host = new HostedPlugins(base)) {
            install(host, flag, "");
            var said = text(host.call("rogue", "do", "{}"));
            assertThat(said)
                    .startsWith("lost plugin_unavailable")
                    .contains("64 MiB to its stdout without ending a line");
            await().atMost(LONG)
                    .until(() -> host.services.condition("rogue").lastFailure().isPresent());
            assertThat(host.services
                            .condition("rogue")
                            .lastFailure()
                            .orElseThrow()
                            .words())
                    .contains("64 MiB to its stdout without ending a line");
            assertThat(host.lives("rogue")).contains("crashed");
        }
    }

    @Test
    void aRequestOfTooManyValuesIsAnsweredAndThePluginGoesOn() throws Exception {
        try (var host = new HostedPlugins(base)) {
            install(host, "many-values", "");
            var heard = new AtomicInteger();
            try (var _ = host.services.watch("rogue", (direction, line) -> {
                if (direction == PipeListener.Direction.TO_PLUGIN && new String(line, UTF_8).contains("-32006")) {
                    heard.incrementAndGet();
                }
            })) {
                assertThat(text(host.call("rogue", "do", "{}"))).isEqualTo("{}");
                await().atMost(LONG).until(() -> heard.get() == 1);
            }
        }
    }

    @Test
    void whoReadsNoAnswersIsGivenUp() throws Exception {
        try (var host = new HostedPlugins(base)) {
            install(host, "answers-unread", "");
            assertThat(text(host.call("rogue", "do", "{}")))
                    .startsWith("lost plugin_unavailable")
                    .contains("has not read its stdin");
        }
    }

    /// The manifest asks for a look in five minutes; the daemon looks when it wants to.
    @Test
    void theDaemonDecidesWhenItLooksAtWhatAPluginKeeps() throws Exception {
        try (var host =
                new HostedPlugins(base, new ServiceTimes(HOUR, Duration.ofSeconds(15), Duration.ofMillis(200)))) {
            install(host, "fills-its-folder", "health_interval_sec: 300\n");
            assertThat(text(host.call("rogue", "do", "{}"))).isEqualTo("{}");
            await().atMost(LONG)
                    .until(() -> host.services.condition("rogue").lastFailure().isPresent());
            assertThat(host.services
                            .condition("rogue")
                            .lastFailure()
                            .orElseThrow()
                            .words())
                    .contains("it keeps more than 1024 MiB");
        }
    }

    @Test
    void aPluginDoesNotMakeTheDaemonLookMoreOften() throws Exception {
        try (var host = new HostedPlugins(base, new ServiceTimes(HOUR, Duration.ofSeconds(15), HOUR))) {
            install(host, "fills-its-folder", "health_interval_sec: 5\n");
            var pings = new AtomicInteger();
            try (var _ = host.services.watch("rogue", (_, line) -> {
                if (new String(line, UTF_8).contains("\"ping\"")) {
                    pings.incrementAndGet();
                }
            })) {
                assertThat(text(host.call("rogue", "do", "{}"))).isEqualTo("{}");
                await().atMost(LONG).until(() -> pings.get() == 2);
            }
            assertThat(host.services.condition("rogue").state()).isEqualTo(State.READY);
        }
    }

    @Test
    void oneThatIgnoresItsShutdownIsEndedAllTheSame() throws Exception {
        try (var host = new HostedPlugins(base)) {
            install(host, "ignores-shutdown", "");
            assertThat(text(host.call("rogue", "do", "{}"))).isEqualTo("{}");
            host.services.disable("rogue");
            assertThat(host.services.condition("rogue").pid()).isEmpty();
            assertThat(host.steps.left()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"good", "cancelled-values, \"4\""})
    void whatIsTakenBackDoesNoHarm(String flag) throws Exception {
        try (var host = new HostedPlugins(base)) {
            install(host, flag, "");
            assertThat(text(host.call("rogue", "do", "{}"))).isEqualTo("{}");
        }
    }
}
