package dev.outrigger.assistant.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.launch.NativePrograms;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Where our own `contain` was not compiled, the system's programs hold plugins to the same table.
@Isolated("what it hides is hidden from all")
class WithoutContainTest {
    private static final String PROPERTY = "outrigger.native";
    private static final Set<String> TRIED = Set.of(
            "other-id",
            "other-protocol",
            "other-tool",
            "caps-none",
            "caps-more",
            "stray",
            "endless",
            "answers-twice",
            "exit-at-once",
            "exit-3-at-once",
            "ok-exit-5");

    @TempDir
    static Path empty;

    private static String before = "";

    @BeforeAll
    static void hide() {
        before = System.getProperty(PROPERTY, "");
        System.setProperty(PROPERTY, empty.toString());
        assertThat(NativePrograms.program("contain")).isEmpty();
    }

    @AfterAll
    static void showAgain() {
        System.setProperty(PROPERTY, before);
    }

    static Stream<PluginRuntimeTest.Row> rows() {
        return PluginRuntimeTest.rows().filter(row -> TRIED.contains(row.flag()));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void everyCodeIsTheSame(PluginRuntimeTest.Row row) {
        var failure = (PluginCallOutcome.Failure)
                Rogue.unconfined(row.flag(), row.granted().toArray(String[]::new))
                        .call();

        assertThat(failure.code()).as(failure.toString()).isEqualTo(row.code());
        assertThat(failure.message()).contains(row.words());
    }

    @Test
    void goodCallsAreGoodAndStraysAreEnded() {
        assertThat(Rogue.unconfined("good").call()).isInstanceOf(PluginCallOutcome.Ok.class);
        assertThat(Rogue.unconfined("ok-daemon").call()).isInstanceOf(PluginCallOutcome.Ok.class);
    }

    @Test
    void theLimitsCount() {
        var late = Rogue.unconfined("no-answer").limited(Rogue.PATIENT.withInvocation(Duration.ofMillis(1500)));
        var stays = Rogue.unconfined("ok-stays").limited(Rogue.PATIENT.withTeardown(Duration.ofMillis(300)));

        assertThat(((PluginCallOutcome.Failure) late.call()).code()).isEqualTo(FailureCode.TIMEOUT);
        assertThat(((PluginCallOutcome.Failure) stays.call()).code()).isEqualTo(FailureCode.CRASHED);
    }
}
