package dev.outrigger.wire.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.PeerPrograms;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Two channels, one at each end of two pipes, or a program at the other end.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class BothWaysTest {
    private static final int THREADS = 8;
    private static final int CALLS = 10_000;

    @RegisterExtension
    final PeerPrograms peers = new PeerPrograms();

    private final NotedFaults noted = new NotedFaults();
    private final DeadlineTicker ticker = DeadlineTicker.start();
    private final Pipe there;
    private final Pipe back;

    BothWaysTest() throws IOException {
        there = Pipe.open();
        back = Pipe.open();
    }

    @AfterEach
    void nothingWentWrong() throws IOException {
        ticker.close();
        there.sink().close();
        back.sink().close();
        assertThat(noted.bugs).isEmpty();
        assertThat(noted.strays).isEmpty();
        assertThat(noted.faults).isEmpty();
    }

    private RpcChannel here(RpcHandler handler) {
        return run(new RpcChannel(
                Channels.newInputStream(back.source()),
                Channels.newOutputStream(there.sink()),
                handler,
                noted,
                ticker,
                RpcLimits.USUAL));
    }

    private RpcChannel far(RpcHandler handler) {
        return run(new RpcChannel(
                Channels.newInputStream(there.source()),
                Channels.newOutputStream(back.sink()),
                handler,
                noted,
                ticker,
                RpcLimits.USUAL));
    }

    private static RpcChannel run(RpcChannel channel) {
        Thread.ofPlatform().daemon().start(channel::run);
        return channel;
    }

    /// Answers a request with its own params: some at once, some later, in any order, from another thread.
    private static final class Echo implements RpcHandler, Runnable {
        private record Owed(RpcMessage.Request request, RpcReply reply) {}

        private final Queue<Owed> owed = new ConcurrentLinkedQueue<>();
        private final Semaphore some = new Semaphore(0);
        private final Random random;

        Echo(long seed) {
            random = new Random(seed);
            Thread.ofPlatform().daemon().start(this);
        }

        @Override
        public void request(RpcMessage.Request request, RpcReply reply) {
            if (random.nextBoolean()) {
                answer(new Owed(request, reply));
            } else {
                owed.add(new Owed(request, reply));
                some.release();
            }
        }

        @Override
        public void notification(RpcMessage.Notification notification) {
            throw new IllegalStateException(notification.method());
        }

        @Override
        public void run() {
            var shuffled = new ArrayList<Owed>();
            var order = new Random(5);
            while (true) {
                if (shuffled.isEmpty() || (some.availablePermits() > 0 && shuffled.size() < 50)) {
                    some.acquireUninterruptibly();
                    shuffled.add(owed.remove());
                } else {
                    answer(shuffled.remove(order.nextInt(shuffled.size())));
                }
            }
        }

        private static void answer(Owed owed) {
            var params = owed.request.params();
            if (owed.request.method().equals("fail")) {
                owed.reply.error(RpcErrorCode.PLUGIN.error("as wanted").withData(params == null ? Json.EMPTY : params));
            } else {
                owed.reply.result(params == null ? Json.EMPTY : params);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void givesEveryCallExactlyItsAnswerFromManyThreadsInBothDirections(long seed) throws Exception {
        var here = here(new Echo(seed));
        var far = far(new Echo(seed + 100));
        var wrong = new ConcurrentLinkedQueue<String>();
        var open = new Phaser(1);
        var ended = new AtomicInteger();

        var threads = new ArrayList<Thread>();
        for (int t = 0; t < THREADS; t++) {
            int number = t;
            var channel = t % 2 == 0 ? here : far;
            threads.add(Thread.ofPlatform().daemon().start(() -> {
                var random = new Random(seed * 1000 + number);
                // As many as it may have open, so that nothing is refused.
                var allowed = new Semaphore(200);
                for (int i = 0; i < CALLS / THREADS; i++) {
                    var padding = "p".repeat(random.nextInt(10) == 0 ? random.nextInt(20_000) : random.nextInt(50));
                    var params = Json.object()
                            .put("thread", number)
                            .put("call", i)
                            .put("padding", padding)
                            .build();
                    var wanted = random.nextInt(5) == 0
                            ? new CallOutcome.Refused(
                                    RpcErrorCode.PLUGIN.error("as wanted").withData(params))
                            : new CallOutcome.Answered(params);
                    var method = wanted instanceof CallOutcome.Refused ? "fail" : "echo";
                    if (random.nextInt(10) == 0) {
                        try {
                            check(wanted, channel.callAndWait(method, params, ChannelFixture.LONG), wrong);
                            ended.incrementAndGet();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    } else {
                        allowed.acquireUninterruptibly();
                        open.register();
                        channel.call(method, params, ChannelFixture.LONG, outcome -> {
                            check(wanted, outcome, wrong);
                            ended.incrementAndGet();
                            allowed.release();
                            open.arriveAndDeregister();
                        });
                    }
                }
            }));
        }
        for (var thread : threads) {
            thread.join();
        }
        open.arriveAndAwaitAdvance();

        assertThat(wrong).isEmpty();
        assertThat(ended).hasValue(CALLS);
        assertThat(noted.ignored).isEmpty();
        assertThat(here.openCalls() + far.openCalls()).isZero();
    }

    private static void check(CallOutcome wanted, CallOutcome found, Queue<String> wrong) {
        if (!wanted.equals(found)) {
            wrong.add(wanted + " became " + found);
        }
    }

    /// Both sides write more than both pipes hold before either could have answered: nobody may wait for the
    /// other.
    @Test
    void doesNotLockUpWhenBothPipesAreFull() throws Exception {
        var large = Json.object().put("text", "z".repeat(1_000_000)).build();
        var here = here(new Echo(1));
        var far = far(new Echo(2));
        int calls = 10;
        var left = new CountDownLatch(2 * calls);

        for (int i = 0; i < calls; i++) {
            here.call("echo", large, ChannelFixture.LONG, outcome -> countIfAnswered(outcome, left));
            far.call("echo", large, ChannelFixture.LONG, outcome -> countIfAnswered(outcome, left));
        }

        left.await();
    }

    private static void countIfAnswered(CallOutcome outcome, CountDownLatch left) {
        if (outcome instanceof CallOutcome.Answered) {
            left.countDown();
        }
    }

    /// While a request is handled, the peer is called, and calls back for that: none of them waits for the thread
    /// that reads.
    @Test
    void callsBackAndForthWhileRequestsAreOpen() throws Exception {
        var channels = new ArrayList<RpcChannel>();
        var here = here(ChannelFixture.answering((request, reply) -> descend(channels.get(0), request, reply)));
        channels.add(here);
        var far = far(ChannelFixture.answering((request, reply) -> descend(channels.get(1), request, reply)));
        channels.add(far);

        var depth = here.callAndWait("down", level(200), ChannelFixture.LONG);

        assertThat(depth).isEqualTo(new CallOutcome.Answered(Json.of("bottom")));
    }

    private static Json level(long level) {
        return new Json.Arr(List.of(Json.of(level)));
    }

    private static void descend(RpcChannel channel, RpcMessage.Request request, RpcReply reply) {
        long level = request.params() instanceof Json.Arr(var items) && items.getFirst() instanceof Json.Num(var text)
                ? Long.parseLong(text)
                : 0;
        if (level == 0) {
            reply.result(Json.of("bottom"));
            return;
        }
        channel.call("down", level(level - 1), ChannelFixture.LONG, outcome -> {
            switch (outcome) {
                case CallOutcome.Answered(var result) -> reply.result(result);
                case CallOutcome.Refused(var error) -> reply.error(error);
                case CallOutcome.Lost(var error) -> reply.error(error);
            }
        });
    }

    @Test
    void speaksWithARealProgramAndNoticesItsDeath() throws Exception {
        var peer = peers.shell("""
                while read -r line; do
                    id=${line#*\\"id\\":}; id=${id%%,*}
                    case $line in
                        *'"die"'*) exit 3 ;;
                        *) echo "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":$id,\\"result\\":\\"answer $id\\"}" ;;
                    esac
                done""");
        var channel = new RpcChannel(
                peer.getInputStream(), peer.getOutputStream(), ChannelFixture.nobody(), noted, ticker, RpcLimits.USUAL);
        var run = new FutureTask<>(channel::run);
        Thread.ofPlatform().daemon().start(run);

        for (int i = 1; i <= 50; i++) {
            assertThat(channel.callAndWait("a", Json.EMPTY, ChannelFixture.LONG))
                    .isEqualTo(new CallOutcome.Answered(Json.of("answer " + i)));
        }
        var last = channel.callAndWait("die", Json.EMPTY, CallDeadlines.of(Duration.ofMinutes(10)));

        assertThat(RpcChannelTest.lost(last).is(RpcErrorCode.PLUGIN_UNAVAILABLE))
                .isTrue();
        assertThat(run.get()).isEmpty();
    }
}
