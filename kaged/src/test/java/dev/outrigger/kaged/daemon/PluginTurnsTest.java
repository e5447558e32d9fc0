package dev.outrigger.kaged.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class PluginTurnsTest {
    private final PluginTurns turns = new PluginTurns();

    @Test
    void oneAtATimeForEachPluginAndAnInterruptDoesNotReachTheWork() throws Exception {
        var begun = new LinkedBlockingQueue<String>();
        var go = new CountDownLatch(1);
        var interruptedAfter = new AtomicBoolean();
        var first = Thread.ofPlatform().start(() -> {
            var _ = quietly(() -> turns.in("a", () -> {
                begun.add("first");
                return Json.of(quietly(() -> go.await(30, TimeUnit.SECONDS)));
            }));
            interruptedAfter.set(Thread.currentThread().isInterrupted());
        });
        assertThat(begun.poll(30, TimeUnit.SECONDS)).isEqualTo("first");
        var second = CompletableFuture.supplyAsync(() -> quietly(() -> turns.in("a", () -> {
            begun.add("second");
            return Json.of(true);
        })));
        assertThat(turns.in("b", () -> Json.of("at once"))).isEqualTo(Json.of("at once"));
        first.interrupt();
        Awaitility.await("it heard").until(() -> !first.isInterrupted());
        assertThat(begun).isEmpty();
        go.countDown();
        assertThat(second.get(30, TimeUnit.SECONDS)).isEqualTo(Json.of(true));
        first.join();
        assertThat(interruptedAfter).isTrue();
    }

    @Test
    void aFailureEndsTheTurn() throws Exception {
        assertThatThrownBy(() -> turns.in("a", () -> {
                    throw new IOException("no");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("no");
        assertThat(turns.in("a", () -> Json.of(true))).isEqualTo(Json.of(true));
    }

    private static <T> T quietly(java.util.concurrent.Callable<T> work) {
        try {
            return work.call();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
