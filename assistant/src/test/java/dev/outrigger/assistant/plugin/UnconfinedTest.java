package dev.outrigger.assistant.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.launch.NativePrograms;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.tool.ToToolPlugin;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The table of failures again, for plugins that the user's settings let run without a sandbox.
class UnconfinedTest {
    /// The first process of a namespace is deaf to itself: see tool-rogue.
    private static final List<String> ELSEWHERE = List.of("kills-itself", "kills-its-group");

    @TempDir
    Path folder;

    @BeforeEach
    void contained() {
        assumeThat(NativePrograms.program("contain"))
                .as("contain is compiled: bin/lib/native target/native")
                .isPresent();
    }

    static Stream<PluginRuntimeTest.Row> rows() {
        return PluginRuntimeTest.rows().filter(row -> !ELSEWHERE.contains(row.flag()));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void everyWayToFailHasItsCode(PluginRuntimeTest.Row row) {
        failsWith(Rogue.unconfined(row.flag(), row.granted().toArray(String[]::new)), row.code(), row.words());
    }

    private static void failsWith(Rogue rogue, FailureCode code, String words) {
        var failure = (PluginCallOutcome.Failure) rogue.call();
        assertThat(failure.code()).as(failure.toString()).isEqualTo(code);
        assertThat(failure.message()).contains(words).doesNotContain("\n");
    }

    @Test
    void whoDiesByASignalHasCrashed() {
        failsWith(Rogue.unconfined("segfault"), FailureCode.CRASHED, "SIGSEGV");
    }

    /// Its group is its own: the host, who was in it at the start, goes on.
    @Test
    void whatAPluginSendsToItsGroupReachesNobodyElse() {
        assertThat(Rogue.unconfined("ok-group").call()).isInstanceOf(PluginCallOutcome.Ok.class);
    }

    @Test
    void whoClosesStdoutAndStaysHasCrashed() {
        failsWith(
                Rogue.unconfined("closes-and-stays").limited(Rogue.PATIENT.withTeardown(Duration.ofMillis(300))),
                FailureCode.CRASHED,
                "it closed its stdout without an answer");
    }

    @Test
    void theEnvironmentIsWhatTheSpecSaysAndNothingElse() throws Exception {
        var lines = new ConcurrentLinkedQueue<String>();
        var spec = new PluginSpec(
                "rogue",
                "/usr/bin/env",
                List.of("-0"),
                folder,
                folder,
                Map.of("ONE", "1", "b.c", "two words"),
                List.of(),
                new ToolPluginSettings(null, true, null),
                Rogue.PATIENT);
        Rogue.runtime()
                .call(
                        spec,
                        "do",
                        ToToolPlugin.Context.NONE,
                        Json.EMPTY,
                        (toPlugin, line) -> lines.add((toPlugin ? "> " : "") + line),
                        new Cancellation());

        assertThat(lines.stream().filter(line -> !line.startsWith("> ")))
                .singleElement()
                .satisfies(line -> assertThat(line.split("\0")).containsExactlyInAnyOrder("ONE=1", "b.c=two words"));
    }
}
