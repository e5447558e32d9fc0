package dev.outrigger.assistant.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.launch.sandbox.Readiness;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The table of failures again, for plugins in a sandbox.
class SandboxedRuntimeTest {
    private static final Duration SHORT = Duration.ofMillis(300);

    /// Those that need what is not in the sandbox, and those that say nothing there: what is granted is declared.
    private static final Set<String> ELSEWHERE = Set.of("segfault", "good");

    @TempDir
    static Path base;

    private static PluginRuntime runtime;

    @BeforeAll
    static void openToAll() throws IOException {
        assumeThat(Readiness.missing()).as("a sandbox can be made here").isEmpty();
        Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createDirectory(base.resolve("rogue"));
        runtime = new PluginRuntime(base.resolve("state"), base.resolve("data"));
    }

    private static Rogue rogue(String flag, String... capabilities) throws IOException {
        return Rogue.sandboxed(base.resolve("rogue"), flag, capabilities);
    }

    static Stream<PluginRuntimeTest.Row> rows() {
        return PluginRuntimeTest.rows().filter(row -> !ELSEWHERE.contains(row.flag()));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void everyWayToFailHasItsCode(PluginRuntimeTest.Row row) throws Exception {
        failsWith(rogue(row.flag(), row.granted().toArray(String[]::new)), row.code(), row.words());
    }

    private static void failsWith(Rogue rogue, FailureCode code, String words) {
        var failure = (Outcome.Failure) rogue.call(runtime, Json.EMPTY, new Cancellation());
        assertThat(failure.code()).as(failure.toString()).isEqualTo(code);
        assertThat(failure.pluginId()).isEqualTo("rogue");
        assertThat(failure.message()).contains(words).doesNotContain("\n");
        assertThat(failure.stderr()).contains("rogue: " + rogue.spec().args().getFirst());
    }

    @Test
    void aGoodCallIsOne() throws Exception {
        assertThat(rogue("good").call(runtime, Json.EMPTY, new Cancellation()))
                .isEqualTo(new Outcome.Ok(Json.of("fine"), Json.Null.NULL));
    }

    @Test
    void limitsCountInASandboxToo() throws Exception {
        failsWith(
                rogue("mute").limited(Rogue.PATIENT.withHandshake(SHORT)),
                FailureCode.TIMEOUT,
                "its handshake within 300 ms");
        failsWith(
                rogue("no-answer").limited(Rogue.PATIENT.withInvocation(Duration.ofSeconds(3))),
                FailureCode.TIMEOUT,
                "not done within 3 s");
        failsWith(
                rogue("ok-stays").limited(Rogue.PATIENT.withTeardown(SHORT)),
                FailureCode.CRASHED,
                "did not leave within 300 ms");
    }

    @Test
    void whatCannotBeStartedInASandboxIsAFailedLaunch() throws Exception {
        var spec = rogue("good").spec();
        var missing = new PluginSpec(
                spec.name(),
                "./missing",
                List.of(),
                spec.folder(),
                spec.dir(),
                spec.environment(),
                spec.capabilities(),
                spec.limits());

        var failure =
                (Outcome.Failure) new Rogue(missing, "missing-" + base).call(runtime, Json.EMPTY, new Cancellation());

        assertThat(failure.code()).as(failure.toString()).isEqualTo(FailureCode.LAUNCH_FAILED);
        assertThat(failure.message()).contains("missing");
    }
}
