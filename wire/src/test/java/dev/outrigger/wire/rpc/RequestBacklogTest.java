package dev.outrigger.wire.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RequestBacklogTest {
    @RegisterExtension
    final ChannelFixture ends = new ChannelFixture();

    private static String request(int id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"m\"}";
    }

    @Test
    void whatIsTakenBackLeavesAtOnceWithAllThatItHolds() throws Exception {
        var free = new CountDownLatch(1);
        var begun = new CountDownLatch(1);
        var done = new AtomicInteger();
        var held = new ArrayList<WeakReference<byte[]>>();
        try (var backlog = new RequestBacklog("turns", 0)) {
            ends.open(ChannelFixture.answering((_, reply) -> {
                var large = new byte[1 << 16];
                synchronized (held) {
                    held.add(new WeakReference<>(large));
                }
                backlog.add(reply, () -> {
                    begun.countDown();
                    await().atMost(Duration.ofMinutes(1)).until(() -> free.getCount() == 0);
                    done.addAndGet(large.length);
                    reply.result(Json.EMPTY);
                });
            }));
            ends.say(request(1));
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
            for (int i = 2; i <= 100; i++) {
                ends.say(request(i));
                ends.say("{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel\",\"params\":{\"id\":" + i + "}}");
                assertThat(ends.hear()).contains("-32004");
            }
            assertThat(backlog.waiting()).isZero();
            await().atMost(Duration.ofMinutes(1)).until(() -> {
                System.gc();
                synchronized (held) {
                    return held.stream().filter(one -> one.get() != null).count() == 1;
                }
            });
            free.countDown();
            assertThat(ends.hear()).contains("\"id\":1,\"result\"");
            assertThat(done.get()).isEqualTo(1 << 16);
        }
    }

    @Test
    void beginsNothingMoreForAPeerThatDoesNotReadItsAnswers() throws Exception {
        var limits = new RpcLimits(1000, 100_000, 4096, 20, 1024, Duration.ofMinutes(10));
        var done = new AtomicInteger();
        try (var backlog = new RequestBacklog("turns", 0)) {
            ends.open(
                    ChannelFixture.answering((_, reply) -> backlog.add(reply, () -> {
                        done.incrementAndGet();
                        reply.result(Json.of("y".repeat(10_000)));
                    })),
                    ends.ticker,
                    limits,
                    null);
            var flood = Thread.ofPlatform().daemon().start(() -> {
                try {
                    for (int i = 1; i <= 500; i++) {
                        ends.say(request(i));
                    }
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            // The pipe, the queue, and one more: not five million bytes.
            await().atMost(Duration.ofMinutes(1)).until(() -> done.get() >= 10 && backlog.waiting() > 100);
            assertThat(done.get()).isLessThan(40);
            for (int i = 1; i <= 500; i++) {
                assertThat(ends.hear()).startsWith("{\"jsonrpc\":\"2.0\",\"id\":" + i + ",");
            }
            flood.join();
        }
    }
}
