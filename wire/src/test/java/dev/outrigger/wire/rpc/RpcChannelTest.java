package dev.outrigger.wire.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class RpcChannelTest {
    @RegisterExtension
    final ChannelFixture ends = new ChannelFixture();

    private final ChannelFixture.Kept kept = new ChannelFixture.Kept();

    @Test
    void callsAndIsAnswered() throws Exception {
        var channel = ends.open(ChannelFixture.nobody());

        var call = channel.call("presets.list", Json.object().put("q", "a\nb").build(), ChannelFixture.LONG, kept);

        assertThat(call.id()).isEqualTo(1);
        assertThat(ends.hear())
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"presets.list\",\"params\":{\"q\":\"a\\nb\"}}");
        ends.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null}");
        assertThat(kept.next()).isEqualTo(new CallOutcome.Answered(Json.Null.NULL));
        assertThat(channel.openCalls()).isZero();
    }

    /// What a caller hears of answers that came together is settled once, behind the last of them.
    @Test
    void tellsWhenAllThatWasReadAtOnceIsAnswered() throws Exception {
        var channel = ends.open(ChannelFixture.nobody());
        var settledBefore = new LinkedBlockingQueue<Integer>();
        for (int i = 0; i < 3; i++) {
            channel.call("a", null, ChannelFixture.LONG, _ -> settledBefore.add(ends.noted.settled.get()));
        }
        ends.sayRaw("""
                {"jsonrpc":"2.0","id":1,"result":1}
                {"jsonrpc":"2.0","id":2,"result":1}
                {"jsonrpc":"2.0","id":3,"result":1}
                """);
        int first = settledBefore.take();
        assertThat(settledBefore.take()).isEqualTo(first);
        assertThat(settledBefore.take()).isEqualTo(first);
        await().atMost(Duration.ofMinutes(1)).until(() -> ends.noted.settled.get() == first + 1);
    }

    @Test
    void tellsThatItIsSettledAlsoOfWhatEndsWithoutAnAnswer() throws Exception {
        var channel = ends.open(ChannelFixture.nobody());
        var call = channel.call("a", null, ChannelFixture.LONG, kept);
        int before = ends.noted.settled.get();
        call.cancel();
        assertThat(ends.noted.settled.get()).isGreaterThan(before);
        channel.call("b", null, CallDeadlines.of(Duration.ofSeconds(1)), kept);
        ends.now.addAndGet(Duration.ofSeconds(2).toNanos());
        before = ends.noted.settled.get();
        ends.ticker.tick();
        assertThat(ends.noted.settled.get()).isGreaterThan(before);
    }

    @Test
    void anotherThreadGoesOnReadingWhereTheFirstLeftOff() throws Exception {
        var pipe = Pipe.open();
        try (var mouth = Channels.newOutputStream(pipe.sink());
                var ear = Channels.newInputStream(pipe.source())) {
            var channel = new RpcChannel(
                    ear,
                    OutputStream.nullOutputStream(),
                    ChannelFixture.nobody(),
                    ends.noted,
                    ends.ticker,
                    RpcLimits.USUAL);
            channel.call("a", null, ChannelFixture.LONG, kept);
            channel.call("b", null, ChannelFixture.LONG, kept);
            mouth.write("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}\n".getBytes(StandardCharsets.UTF_8));
            assertThat(channel.run(() -> kept.outcomes.isEmpty())).isTrue();
            assertThat(channel.isClosed()).isFalse();

            mouth.write("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":2}\n".getBytes(StandardCharsets.UTF_8));
            pipe.sink().close();
            var next = new FutureTask<>(channel::run);
            Thread.ofPlatform().daemon().start(next);
            assertThat(next.get()).isEmpty();
            assertThat(kept.next()).isEqualTo(new CallOutcome.Answered(Json.of(1)));
            assertThat(kept.next()).isEqualTo(new CallOutcome.Answered(Json.of(2)));
            assertThat(channel.isClosed()).isTrue();
        }
    }

    @Test
    void runsTheCallerOnTheThreadThatReads() throws Exception {
        var channel = ends.open(ChannelFixture.nobody());
        var threads = new LinkedBlockingQueue<Thread>();

        channel.call("a", null, ChannelFixture.LONG, _ -> threads.add(Thread.currentThread()));
        channel.call("b", null, ChannelFixture.LONG, _ -> threads.add(Thread.currentThread()));
        ends.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}");
        ends.say("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":1}");

        assertThat(threads.take()).isEqualTo(threads.take()).isNotEqualTo(Thread.currentThread());
    }

    @Test
    void pipelinesCallsAndTakesTheirAnswersInAnyOrder() throws Exception {
        var channel = ends.open(ChannelFixture.nobody());
        var second = new ChannelFixture.Kept();
        var third = new ChannelFixture.Kept();

        channel.call("a", null, ChannelFixture.LONG, kept);
        channel.call("b", null, ChannelFixture.LONG, second);
        channel.call("c", null, ChannelFixture.LONG, third);
        ends.say("{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":\"c\"}\n");
        ends.say(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32000,\"message\":\"no\",\"data\":{\"code\":\"x\"}}}");
        ends.say(" \t\r\n{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\"b\"}");

        assertThat(third.next()).isEqualTo(new CallOutcome.Answered(Json.of("c")));
        assertThat(kept.next())
                .isEqualTo(new CallOutcome.Refused(RpcErrorCode.PLUGIN
                        .error("no")
                        .withData(Json.object().put("code", "x").build())));
        assertThat(second.next()).isEqualTo(new CallOutcome.Answered(Json.of("b")));
        assertThat(ends.noted.strays).isEmpty();
    }

    @Test
    void waitsForWhoWantsToWait() throws Exception {
        var channel = ends.open(ChannelFixture.nobody());
        var waiting = new FutureTask<>(() -> channel.callAndWait("a", null, ChannelFixture.LONG));
        Thread.ofVirtual().start(waiting);

        ends.hear();
        ends.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":[1]}");

        assertThat(waiting.get()).isInstanceOf(CallOutcome.Answered.class);
    }

    @Test
    void cancelsWhatAnInterruptedThreadWaitedFor() throws Exception {
        var channel = ends.open(ChannelFixture.nobody());
        var interrupted = new CountDownLatch(1);
        var waiting = Thread.ofPlatform().start(() -> {
            try {
                channel.callAndWait("a", null, ChannelFixture.LONG);
            } catch (InterruptedException _) {
                interrupted.countDown();
            }
        });

        ends.hear();
        // An interrupt in the middle of a write would close this kind of pipe.
        await().atMost(Duration.ofMinutes(1)).until(() -> waiting.getState() == Thread.State.WAITING);
        waiting.interrupt();

        assertThat(ends.hear()).isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel\",\"params\":{\"id\":1}}");
        interrupted.await();
        assertThat(channel.openCalls()).isZero();
    }

    @Test
    void refusesToWaitOnTheThreadThatReads() throws Exception {
        var caught = new LinkedBlockingQueue<Throwable>();
        var self = new AtomicReference<RpcChannel>();
        self.set(ends.open(ChannelFixture.answering((_, reply) -> {
            try {
                Objects.requireNonNull(self.get()).callAndWait("a", null, ChannelFixture.LONG);
            } catch (IllegalStateException | InterruptedException e) {
                caught.add(e);
            }
            reply.result(Json.EMPTY);
        })));

        ends.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}");

        assertThat(caught.take()).hasMessageContaining("cannot wait");
        assertThat(ends.hear()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
    }

    @Test
    void endsACancelledCallAtOnceAndIgnoresItsLateAnswer() throws Exception {
        var channel = ends.open(ChannelFixture.nobody());

        var call = channel.call("pull", null, ChannelFixture.LONG, kept);
        ends.hear();
        call.cancel();
        call.cancel();

        assertThat(lost(kept.next()).is(RpcErrorCode.CANCELLED)).isTrue();
        assertThat(ends.hear()).isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel\",\"params\":{\"id\":1}}");
        ends.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}");
        ends.settle();
        assertThat(kept.outcomes).isEmpty();
        assertThat(ends.noted.ignored).anyMatch(what -> what.contains("too late"));
        assertThat(ends.noted.strays).isEmpty();
    }

    @Test
    void ignoresTheSecondOfTwoAnswers() throws Exception {
        var channel = ends.open(ChannelFixture.nobody());

        channel.call("a", null, ChannelFixture.LONG, kept);
        ends.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}");
        ends.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":2}");
        ends.settle();

        assertThat(kept.outcomes).containsExactly(new CallOutcome.Answered(Json.of(1)));
        assertThat(ends.noted.ignored).anyMatch(what -> what.contains("second"));
    }

    @Test
    void endsACallWhoseAbsoluteDeadlineHasPassedHoweverLivelyThePeerIs() throws Exception {
        var channel = ends.open(ChannelFixture.nobody());

        channel.call("pull", null, new CallDeadlines(Duration.ofSeconds(2), Duration.ofSeconds(5)), kept);
        for (int second = 1; second < 5; second++) {
            ends.now.addAndGet(1_000_000_000);
            ends.say("{\"jsonrpc\":\"2.0\",\"method\":\"$/progress\",\"params\":{\"token\":1,\"percent\":" + second
                    + "}}");
            ends.settle();
            ends.ticker.tick();
        }
        assertThat(kept.outcomes).isEmpty();
        assertThat(kept.progress).hasSize(4);

        ends.now.addAndGet(1_000_000_000);
        ends.ticker.tick();

        assertThat(lost(kept.next())).isEqualTo(RpcErrorCode.TIMEOUT.error("no answer to `pull` in time"));
        assertThat(ends.hear()).contains("$/cancel");
    }

    @Test
    void endsACallWhenItsPeerGaveNoSignOfLife() throws Exception {
        var channel = ends.open(ChannelFixture.nobody());

        channel.call("pull", null, new CallDeadlines(Duration.ofSeconds(2), Duration.ofHours(1)), kept);
        ends.now.addAndGet(1_999_999_999);
        ends.ticker.tick();
        assertThat(kept.outcomes).isEmpty();
        // Somebody else's progress, and a token that only looks alike.
        ends.say("{\"jsonrpc\":\"2.0\",\"method\":\"$/progress\",\"params\":{\"token\":2}}");
        ends.say("{\"jsonrpc\":\"2.0\",\"method\":\"$/progress\",\"params\":{\"token\":\"1\"}}");
        ends.say("{\"jsonrpc\":\"2.0\",\"method\":\"$/progress\",\"params\":[1]}");
        ends.settle();
        ends.now.addAndGet(1);
        ends.ticker.tick();

        assertThat(lost(kept.next()).message()).contains("no sign of progress");
        assertThat(ends.noted.ignored)
                .filteredOn(what -> what.contains("$/progress"))
                .hasSize(3);
    }

    @Test
    void keepsDeadlinesByItselfWithARealTicker() throws Exception {
        try (var ticker = DeadlineTicker.start()) {
            var channel = ends.open(ChannelFixture.nobody(), ticker, RpcLimits.USUAL, null);

            channel.call("a", null, CallDeadlines.of(Duration.ofMillis(1)), kept);

            assertThat(lost(kept.next()).is(RpcErrorCode.TIMEOUT)).isTrue();
        }
    }

    @Test
    void failsEveryOpenCallAtOnceWhenThePeerIsGone() throws Exception {
        var channel = ends.open(ChannelFixture.nobody());
        for (int i = 0; i < 100; i++) {
            channel.call("a", null, ChannelFixture.LONG, kept);
        }

        ends.hangUp();

        for (int i = 0; i < 100; i++) {
            assertThat(lost(kept.next()).is(RpcErrorCode.PLUGIN_UNAVAILABLE)).isTrue();
        }
        assertThat(ends.ended()).isEmpty();
        channel.call("a", null, ChannelFixture.LONG, kept);
        assertThat(lost(kept.next()).message()).contains("closed the connection");
        assertThat(channel.tell("n", null)).isFalse();
    }

    @Test
    void failsACallAtOnceWhenThePeerReadsNoMoreThoughItStillTalks() throws Exception {
        var channel = ends.open(ChannelFixture.nobody());
        ends.deafen();

        channel.call("a", null, ChannelFixture.LONG, kept);
        channel.call("b", null, ChannelFixture.LONG, kept);

        assertThat(lost(kept.next()).is(RpcErrorCode.PLUGIN_UNAVAILABLE)).isTrue();
        assertThat(lost(kept.next()).is(RpcErrorCode.PLUGIN_UNAVAILABLE)).isTrue();
        assertThat(channel.isClosed()).isFalse();
    }

    @Test
    void answersRequestsNowOrLaterFromAnotherThread() throws Exception {
        var later = new LinkedBlockingQueue<RpcReply>();
        ends.open(ChannelFixture.answering((request, reply) -> {
            if (request.method().equals("later")) {
                later.add(reply);
            } else {
                reply.error(RpcErrorCode.METHOD_NOT_FOUND.error(request.method()));
            }
        }));

        ends.say("{\"jsonrpc\":\"2.0\",\"id\":\"a \\u00e9\",\"method\":\"later\"}");
        ends.say("{\"jsonrpc\":\"2.0\",\"id\":-1.50e+3,\"method\":\"now\",\"params\":[]}");

        assertThat(ends.hear())
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":-1.50e+3,\"error\":{\"code\":-32601,\"message\":\"now\"}}");
        var reply = later.take();
        reply.progress(Json.object().put("percent", 50).put("token", 9).build());
        reply.result(Json.of(true));
        assertThat(ends.hear())
                .isEqualTo(
                        "{\"jsonrpc\":\"2.0\",\"method\":\"$/progress\",\"params\":{\"token\":\"a é\",\"percent\":50}}");
        assertThat(ends.hear()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"a é\",\"result\":true}");
        assertThatThrownBy(() -> reply.result(Json.EMPTY)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void takesARequestBackWhenThePeerCancelsIt() throws Exception {
        var open = new LinkedBlockingQueue<RpcReply>();
        var cancelled = new AtomicInteger();
        ends.open(ChannelFixture.answering((_, reply) -> {
            reply.onCancel(cancelled::incrementAndGet);
            open.add(reply);
        }));

        ends.say("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"m\"}");
        ends.say("{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel\",\"params\":{\"id\":8}}");
        ends.say("{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel\",\"params\":{\"id\":7}}");
        ends.say("{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel\",\"params\":{\"id\":7}}");

        assertThat(ends.hear())
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32004,\"message\":\"taken back\"}}");
        open.take().result(Json.EMPTY);
        ends.settle();
        assertThat(cancelled).hasValue(1);
        assertThat(ends.noted.ignored)
                .filteredOn(what -> what.contains("$/cancel"))
                .hasSize(2);
    }

    @Test
    void takesAllRequestsBackWhenThePeerIsGone() throws Exception {
        var cancelled = new CountDownLatch(2);
        ends.open(ChannelFixture.answering((_, reply) -> reply.onCancel(cancelled::countDown)));

        ends.say("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"m\"}");
        ends.say("{\"jsonrpc\":\"2.0\",\"id\":\"7\",\"method\":\"m\"}");
        ends.hangUp();

        assertThat(cancelled.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void refusesAnIdThatIsOpenAndMoreRequestsThanMayBe() throws Exception {
        var open = new LinkedBlockingQueue<RpcReply>();
        var few = new RpcLimits(1000, 1 << 20, 1 << 15, 20, 2, Duration.ofSeconds(5));
        ends.open(ChannelFixture.answering((_, reply) -> open.add(reply)), ends.ticker, few, null);

        ends.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}");
        ends.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}");
        assertThat(ends.hear()).contains("-32600", "\"id\":1,");
        ends.say("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"m\"}");
        ends.say("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"m\"}");
        assertThat(ends.hear()).contains("-32007", "\"id\":3,");
        open.take().result(Json.EMPTY);
        assertThat(ends.hear()).contains("\"id\":1,\"result\"");
        ends.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}");
        open.take().result(Json.EMPTY);
        open.take().result(Json.EMPTY);
        assertThat(ends.hear()).contains("\"id\":2,\"result\"");
        assertThat(ends.hear()).contains("\"id\":1,\"result\"");
    }

    @Test
    void goesOnWhenAHandlerOrACallerThrows() throws Exception {
        var channel = ends.open(ChannelFixture.nobody());
        channel.call("a", null, ChannelFixture.LONG, _ -> {
            throw new IllegalStateException("bug");
        });
        ends.hear();

        ends.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}");
        ends.say("{\"jsonrpc\":\"2.0\",\"method\":\"n\"}");
        ends.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}");

        assertThat(ends.hear())
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32603,"
                        + "\"message\":\"the host failed; its log says why\"}}");
        assertThat(ends.noted.bugs).hasSize(3);
    }

    @Test
    void givesUpWhenAValueBreaksOffInTheMiddleOfALine() throws Exception {
        var channel = ends.open(ChannelFixture.nobody());

        channel.call("a", new Breaking(), ChannelFixture.LONG, kept);

        assertThat(lost(kept.next()).is(RpcErrorCode.PLUGIN_UNAVAILABLE)).isTrue();
        assertThat(ends.noted.faults).hasSize(1).first().isInstanceOf(ChannelFault.Broken.class);
    }

    private static final class Breaking implements Json.Deferred {
        @Override
        public void writeTo(OutputStream out) throws IOException {
            out.write('{');
            throw new IOException("the file is gone");
        }
    }

    @Test
    void refusesParamsThatAreNeitherObjectNorArray() {
        var channel = ends.open(ChannelFixture.nobody());

        assertThatThrownBy(() -> channel.call("a", Json.of(1), ChannelFixture.LONG, kept))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> channel.tell("a", Json.of("x"))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void closesThePeersInputAndStillHearsWhatItSays() throws Exception {
        var channel = ends.open(ChannelFixture.nobody());

        channel.call("shutdown", null, ChannelFixture.LONG, kept);
        channel.closeInput();
        assertThat(ends.hear()).contains("shutdown");
        assertThat(ends.hear()).isEqualTo("null");
        ends.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"status\":\"ok\"}}");

        assertThat(kept.next()).isInstanceOf(CallOutcome.Answered.class);
        channel.call("late", null, ChannelFixture.LONG, kept);
        assertThat(lost(kept.next()).is(RpcErrorCode.PLUGIN_UNAVAILABLE)).isTrue();
        ends.hangUp();
        assertThat(ends.ended()).isEmpty();
    }

    @Test
    void sleepsWhenNothingIsOpenAndWakesForACall() throws Exception {
        try (var ticker = DeadlineTicker.start()) {
            var channel = ends.open(ChannelFixture.nobody(), ticker, RpcLimits.USUAL, null);
            await().atMost(Duration.ofMinutes(1)).until(ticker::isAsleep);

            channel.call("a", null, CallDeadlines.of(Duration.ofMillis(1)), kept);

            assertThat(lost(kept.next()).is(RpcErrorCode.TIMEOUT)).isTrue();
        }
    }

    static RpcError lost(CallOutcome outcome) {
        if (outcome instanceof CallOutcome.Lost(var error)) {
            return error;
        }
        throw new AssertionError("not lost: " + outcome);
    }
}
