package dev.outrigger.assistant.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.tool.ToToolPlugin;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// The plugin leaves with status 3 at a time swept over 5 ms on both sides of the deadline.
class DeadlineTest {
    private static final int TRIES = 1000;
    private static final int AT_ONCE = 16;

    /// Long enough for most plugins to have said their handshake on a busy machine; those that have not only add
    /// another way to be late.
    private static final Duration LIMIT = Duration.ofMillis(250);

    /// Whoever ends a plugin at its deadline does it by a kill. So a crash which that kill has caused would show its
    /// signal; a real one has the plugin's own status, or was judged before anybody knew the status.
    @Test
    void aDeadlineNeverShowsAsACrash() throws Exception {
        var failures = new ConcurrentLinkedQueue<Outcome>();
        var next = new AtomicInteger();
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < AT_ONCE; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int n = next.getAndIncrement(); n < TRIES; n = next.getAndIncrement()) {
                    failures.add(leavesAt(-5000 + 10 * n));
                }
            }));
        }
        for (var thread : threads) {
            thread.join();
        }

        assertThat(failures).hasSize(TRIES).allSatisfy(outcome -> {
            var failure = (Outcome.Failure) outcome;
            assertThat(failure.code()).isIn(FailureCode.CRASHED, FailureCode.TIMEOUT);
            if (failure.code() == FailureCode.CRASHED) {
                assertThat(failure.message()).doesNotContain("SIGKILL").matches(".*(without an answer|exit status 3)");
            }
        });
        // A sweep that saw only one side would prove nothing.
        assertThat(failures.stream().filter(one -> ((Outcome.Failure) one).code() == FailureCode.CRASHED))
                .isNotEmpty();
        assertThat(failures.stream().filter(one -> ((Outcome.Failure) one).code() == FailureCode.TIMEOUT))
                .isNotEmpty();
    }

    private static Outcome leavesAt(long microsFromDeadline) {
        var spec = Rogue.with("exits-3-at").spec();
        var at = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now().plus(LIMIT)) + microsFromDeadline;
        var swept = new PluginSpec(
                spec.name(),
                spec.command(),
                List.of("exits-3-at", "mark", Long.toString(at)),
                spec.folder(),
                spec.dir(),
                spec.environment(),
                List.of(),
                Rogue.PATIENT.withInvocation(LIMIT));
        try {
            return Rogue.runtime()
                    .call(swept, "do", ToToolPlugin.Context.NONE, Json.EMPTY, Trace.NONE, new Cancellation());
        } catch (PluginSpec.Bad e) {
            throw new AssertionError(e);
        }
    }
}
