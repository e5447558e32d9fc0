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

/// The plugin leaves with status 3 at a time swept over 5 ms on both sides of the deadline, in steps of 50 µs, or 10
/// in the long form.
class DeadlineTest {
    private static final int TRIES = Boolean.getBoolean("outrigger.long") ? 1000 : 200;
    private static final long RANGE_MICROS = 10_000;
    private static final int AT_ONCE = 16;

    /// Mostly enough for a plugin to have said its handshake; those that have not only add another way to be late.
    private static final Duration SHORTEST = Duration.ofMillis(400);

    /// Enough on any machine.
    private static final Duration LONGEST = Duration.ofSeconds(6);

    /// The clock that the plugin goes by runs ahead of the one that counts by less than this part of the time.
    private static final long DRIFT = 800;

    /// One try. `after`: the plugin leaves by itself only when the time is up, for certain.
    private record Try(boolean after, PluginCallOutcome outcome) {
        boolean crashed() {
            return outcome instanceof PluginCallOutcome.Failure failure && failure.code() == FailureCode.CRASHED;
        }
    }

    /// Two claims. Who is still there at the deadline is late, and never crashed, though the kill that follows ends
    /// its stdout as a crash would. And a crash is always the plugin's own: it has its status, or was judged before
    /// anybody knew that; what the deadline's kill had caused would show its signal.
    @Test
    void aDeadlineNeverShowsAsACrash() throws Exception {
        for (var limit = SHORTEST; ; limit = limit.multipliedBy(2)) {
            var tries = sweep(limit);
            assertThat(tries).hasSize(TRIES).allSatisfy(one -> {
                var failure = (PluginCallOutcome.Failure) one.outcome;
                assertThat(failure.code()).isIn(FailureCode.CRASHED, FailureCode.TIMEOUT);
                if (failure.code() == FailureCode.CRASHED) {
                    assertThat(one.after).as(failure.toString()).isFalse();
                    assertThat(failure.message())
                            .doesNotContain("SIGKILL")
                            .matches(".*(without an answer|exit status 3)");
                }
            });
            // A sweep that saw only one side proves nothing: this machine is too busy for such a limit.
            if (tries.stream().anyMatch(Try::crashed) && tries.stream().anyMatch(Try::after)) {
                return;
            }
            assertThat(limit).as("a limit with both sides in sight").isLessThan(LONGEST);
        }
    }

    private static ConcurrentLinkedQueue<Try> sweep(Duration limit) throws InterruptedException {
        var tries = new ConcurrentLinkedQueue<Try>();
        var next = new AtomicInteger();
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < AT_ONCE; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int n = next.getAndIncrement(); n < TRIES; n = next.getAndIncrement()) {
                    tries.add(leavesAt(limit, (n - TRIES / 2) * (RANGE_MICROS / TRIES)));
                }
            }));
        }
        for (var thread : threads) {
            thread.join();
        }
        return tries;
    }

    private static Try leavesAt(Duration limit, long microsFromDeadline) {
        var spec = Rogue.with("exits-3-at").spec();
        long before = System.nanoTime();
        var at = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now().plus(limit)) + microsFromDeadline;
        var swept = new PluginSpec(
                spec.name(),
                spec.command(),
                List.of("exits-3-at", "mark", Long.toString(at)),
                spec.folder(),
                spec.dir(),
                spec.environment(),
                List.of(),
                spec.settings(),
                Rogue.PATIENT.withInvocation(limit));
        var runtime = Rogue.runtime();
        var request = new ToToolPlugin.Request("plugin_req_1", "do", ToToolPlugin.Context.NONE, Json.EMPTY);
        // The time runs from here on.
        var call = new ToolPluginCall(runtime::start, swept, request, CallTrace.NONE);
        long laterMicros = (System.nanoTime() - before) / 1000;
        return new Try(microsFromDeadline > laterMicros + limit.toNanos() / 1000 / DRIFT, call.run(new Cancellation()));
    }
}
