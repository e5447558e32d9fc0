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
    private static final Duration LIMIT = Duration.ofMillis(400);

    /// What the clock that the plugin goes by may run ahead of the one that counts, in this time.
    private static final long DRIFT_MICROS = 500;

    /// One try. `after`: the plugin leaves by itself only when the time is up, for certain.
    private record Try(boolean after, PluginCallOutcome outcome) {}

    /// Two claims. Who is still there at the deadline is late, and never crashed, though the kill that follows ends
    /// its stdout as a crash would. And a crash is always the plugin's own: it has its status, or was judged before
    /// anybody knew that; what the deadline's kill had caused would show its signal.
    @Test
    void aDeadlineNeverShowsAsACrash() throws Exception {
        var tries = new ConcurrentLinkedQueue<Try>();
        var next = new AtomicInteger();
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < AT_ONCE; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int n = next.getAndIncrement(); n < TRIES; n = next.getAndIncrement()) {
                    tries.add(leavesAt(-5000 + 10 * n));
                }
            }));
        }
        for (var thread : threads) {
            thread.join();
        }

        assertThat(tries).hasSize(TRIES).allSatisfy(one -> {
            var failure = (PluginCallOutcome.Failure) one.outcome;
            assertThat(failure.code()).isIn(FailureCode.CRASHED, FailureCode.TIMEOUT);
            if (failure.code() == FailureCode.CRASHED) {
                assertThat(one.after).as(failure.toString()).isFalse();
                assertThat(failure.message()).doesNotContain("SIGKILL").matches(".*(without an answer|exit status 3)");
            }
        });
        // A sweep that saw only one side would prove nothing.
        assertThat(tries).anyMatch(one -> ((PluginCallOutcome.Failure) one.outcome).code() == FailureCode.CRASHED);
        assertThat(tries).anyMatch(Try::after);
    }

    private static Try leavesAt(long microsFromDeadline) {
        var spec = Rogue.with("exits-3-at").spec();
        long before = System.nanoTime();
        var at = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now().plus(LIMIT)) + microsFromDeadline;
        var swept = new PluginSpec(
                spec.name(),
                spec.command(),
                List.of("exits-3-at", "mark", Long.toString(at)),
                spec.folder(),
                spec.dir(),
                spec.environment(),
                List.of(),
                spec.settings(),
                Rogue.PATIENT.withInvocation(LIMIT));
        var runtime = Rogue.runtime();
        var request = new ToToolPlugin.Request("plugin_req_1", "do", ToToolPlugin.Context.NONE, Json.EMPTY);
        // The time runs from here on.
        var call = new ToolPluginCall(runtime::start, swept, request, CallTrace.NONE);
        long laterMicros = (System.nanoTime() - before) / 1000;
        return new Try(microsFromDeadline > laterMicros + DRIFT_MICROS, call.run(new Cancellation()));
    }
}
