package dev.outrigger.wire.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A peer that wants no good, or knows no better.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class HostileTest {
    private static final String ANSWER = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":true}";
    private static final RpcLimits SMALL = new RpcLimits(1000, 200_000, 4096, 20, 1024, Duration.ofMillis(50));

    @RegisterExtension
    final ChannelFixture ends = new ChannelFixture();

    private final ChannelFixture.Kept kept = new ChannelFixture.Kept();

    /// Lines that are no message, and leave what is open alone.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Listening on port 80",
                "{\"level\":\"info\",\"msg\":\"started\"}",
                "{\"jsonrpc\":\"2.0\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1,\"id\":1}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":NaN}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":Infinity}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1} {}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"\\ud800\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":",
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":1}",
                "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":1}",
                "{\"jsonrpc\":\"2.0\",\"id\":1.0,\"result\":1}",
                "{\"jsonrpc\":\"2.0\",\"id\":1e0,\"result\":1}",
                "{\"jsonrpc\":\"2.0\",\"id\":-1,\"result\":1}",
                "{\"jsonrpc\":\"2.0\",\"id\":18446744073709551617,\"result\":1}",
                "{\"jsonrpc\":\"2.0\",\"id\":[1],\"result\":1}",
                "{\"jsonrpc\":\"2.0\",\"id\":true,\"error\":{\"code\":1,\"message\":\"\"}}",
                "\"text\"",
                "7",
                "null",
                "\u0000"
            })
    void countsWhatIsNoMessageAndGoesOn(String line) throws Exception {
        var channel = ends.open(ChannelFixture.nobody());
        channel.call("a", null, ChannelFixture.LONG, kept);
        ends.hear();

        ends.say(line);
        ends.say(ANSWER);

        assertThat(kept.next()).isEqualTo(new CallOutcome.Answered(Json.of(true)));
        assertThat(ends.noted.heads).containsExactly(line);
        assertThat(ends.noted.faults).isEmpty();
    }

    /// The call will get no better answer than this.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1,\"error\":{\"code\":1,\"message\":\"\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1,\"error\":null}",
                "{\"jsonrpc\":\"2.0\",\"id\":1}",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"result\":1}",
                "{\"jsonrpc\":2.0,\"id\":1,\"result\":1}",
                "{\"id\":1,\"result\":1}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":\"no\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":null}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1.5,\"message\":\"\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":99999999999,\"message\":\"\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":\"1\",\"message\":\"\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1,\"message\":null}}"
            })
    void endsTheCallOfAnAnswerThatBreaksTheRules(String line) throws Exception {
        var channel = ends.open(ChannelFixture.nobody());
        channel.call("a", null, ChannelFixture.LONG, kept);

        ends.say(line);

        assertThat(RpcChannelTest.lost(kept.next()).is(RpcErrorCode.INTERNAL_ERROR))
                .isTrue();
        assertThat(ends.noted.strays).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"parse error\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":1}",
                "{\"jsonrpc\":\"2.0\",\"id\":-0,\"result\":1}",
                "{\"jsonrpc\":\"2.0\",\"result\":1}"
            })
    void givesUpOnAPeerThatAnswersNobody(String line) throws Exception {
        var channel = ends.open(ChannelFixture.nobody());
        channel.call("a", null, ChannelFixture.LONG, kept);

        ends.say(line);

        assertThat(RpcChannelTest.lost(kept.next()).is(RpcErrorCode.PLUGIN_UNAVAILABLE))
                .isTrue();
        await().atMost(Duration.ofMinutes(1)).until(() -> !ends.noted.faults.isEmpty());
        assertThat(ends.noted.faults).hasSize(1).first().isInstanceOf(ChannelFault.AnsweredNobody.class);
    }

    @Test
    void refusesABatchAsAWhole() throws Exception {
        var channel = ends.open(ChannelFixture.nobody());
        channel.call("a", null, ChannelFixture.LONG, kept);
        ends.hear();

        ends.say("[" + ANSWER + "]");

        assertThat(ends.hear()).startsWith("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,");
        assertThat(kept.outcomes).isEmpty();
    }

    @Test
    void givesUpAfterTwentyStraysInARowAndNotBefore() throws Exception {
        var channel = ends.open(ChannelFixture.nobody());
        channel.call("a", null, ChannelFixture.LONG, kept);
        ends.hear();
        for (int i = 0; i < 19; i++) {
            ends.say("é".repeat(200));
        }
        ends.settle();
        for (int i = 0; i < 19; i++) {
            ends.say("garbage");
        }
        ends.settle();
        assertThat(ends.noted.faults).isEmpty();
        assertThat(ends.noted.heads.getFirst()).isEqualTo("é".repeat(120));

        ends.sayRaw("garbage\n".repeat(25));

        assertThat(RpcChannelTest.lost(kept.next()).is(RpcErrorCode.PLUGIN_UNAVAILABLE))
                .isTrue();
        ends.hangUp();
        assertThat(ends.ended())
                .hasValueSatisfying(fault -> assertThat(fault)
                        .isInstanceOfSatisfying(
                                ChannelFault.OnlyStrays.class,
                                strays -> assertThat(strays.lines()).isEqualTo(20)));
        assertThat(ends.noted.strays).hasSize(58);
        assertThat(ends.noted.faults).hasSize(1);
    }

    @Test
    void takesNothingDeeperThanAllowed() throws Exception {
        var channel = ends.open(ChannelFixture.nobody());
        channel.call("a", null, ChannelFixture.LONG, kept);
        ends.hear();

        ends.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + "[".repeat(1_000_000));
        ends.say("[".repeat(1_000_000));
        ends.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + "[".repeat(127) + "]".repeat(127) + "}");

        assertThat(kept.next()).isInstanceOf(CallOutcome.Answered.class);
        assertThat(ends.noted.strays).hasSize(2).allMatch(why -> why.contains("deeper"));
    }

    /// The id may stand behind what cannot be read, and braces inside of a string.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":DEEP}",
                "{\"result\":DEEP,\"jsonrpc\":\"2.0\",\"id\":1}",
                "{\"result\":{\"a\":[\"}\\\"]}\",DEEP]},\"x\":\"]}\\\\\",\"jsonrpc\":\"2.0\",\"id\":1}",
                "{\"error\":{\"code\":1,\"message\":\"\",\"data\":DEEP},\"jsonrpc\":\"2.0\",\"id\":1}",
                "{\"result\":{\"a\":NaN},\"jsonrpc\":\"2.0\",\"id\":1}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":1,\"a\":2}}"
            })
    void endsTheCallOfAnAnswerWhoseInsideCannotBeRead(String line) throws Exception {
        var channel = ends.open(ChannelFixture.nobody());
        channel.call("a", null, ChannelFixture.LONG, kept);

        ends.say(line.replace("DEEP", "[".repeat(1000) + "]".repeat(1000)));

        var lost = RpcChannelTest.lost(kept.next());
        assertThat(lost.is(RpcErrorCode.INTERNAL_ERROR)).isTrue();
        assertThat(lost.message())
                .containsPattern("nested deeper than 128|no value begins like this|a key for the second time");
        assertThat(ends.noted.strays).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":DEEP}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"params\":DEEP}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":DEEP",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":DEEP}}",
                "{\"id\":1,\"result\":DEEP}",
                "[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":DEEP}]"
            })
    void endsNoCallForWhatIsNotSurelyItsAnswer(String line) throws Exception {
        var channel = ends.open(ChannelFixture.nobody());
        channel.call("a", null, ChannelFixture.LONG, kept);
        ends.hear();

        ends.say(line.replace("DEEP", "[".repeat(1000) + "]".repeat(1000)));
        ends.say(ANSWER);

        assertThat(kept.next()).isEqualTo(new CallOutcome.Answered(Json.of(true)));
        assertThat(ends.noted.strays).hasSize(1);
    }

    @Test
    void tellsWhoWaitsForItThatAnAnswerIsTooLong() throws Exception {
        var channel = ends.open(ChannelFixture.nobody(), ends.ticker, SMALL, null);
        channel.call("a", null, ChannelFixture.LONG, kept);
        ends.hear();

        ends.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"" + "x".repeat(100_000) + "\"}");
        ends.say("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"m\",\"params\":[\"" + "x".repeat(100_000) + "\"]}");
        ends.say("x".repeat(100_000));

        assertThat(RpcChannelTest.lost(kept.next()).is(RpcErrorCode.PAYLOAD_TOO_LARGE))
                .isTrue();
        assertThat(ends.hear()).contains("\"id\":\"q\"", "-32006");
        await().atMost(Duration.ofMinutes(1)).until(() -> ends.noted.strays.size() == 2);
    }

    @Test
    void takesHalfALineAtTheEndForNoMessage() throws Exception {
        var channel = ends.open(ChannelFixture.nobody());
        channel.call("a", null, ChannelFixture.LONG, kept);

        ends.sayRaw(ANSWER.substring(0, 30));
        ends.hangUp();

        assertThat(RpcChannelTest.lost(kept.next()).is(RpcErrorCode.PLUGIN_UNAVAILABLE))
                .isTrue();
        assertThat(ends.ended()).isEmpty();
        assertThat(ends.noted.strays).hasSize(1);
    }

    /// Nobody reads. Calls do not wait: they fail when the queue is full, and the others end when time is up.
    @Test
    void keepsNoCallerWaitingForAPeerThatDoesNotRead() throws Exception {
        var channel = ends.open(ChannelFixture.nobody(), ends.ticker, SMALL, null);
        var params = Json.object().put("text", "x".repeat(1000)).build();

        int calls = 0;
        while (kept.outcomes.isEmpty()) {
            channel.call("a", params, CallDeadlines.of(Duration.ofSeconds(1)), kept);
            calls++;
        }

        assertThat(RpcChannelTest.lost(kept.next()).is(RpcErrorCode.RATE_LIMITED))
                .isTrue();
        assertThat(channel.tell("n", params)).isFalse();
        assertThat(channel.openCalls()).isEqualTo(calls - 1);
        ends.now.addAndGet(1_000_000_000);
        ends.ticker.tick();
        for (int i = 1; i < calls; i++) {
            assertThat(RpcChannelTest.lost(kept.next()).is(RpcErrorCode.TIMEOUT))
                    .isTrue();
        }
        // Full for longer than the limit, as the ticker sees when it looks again.
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            ends.ticker.tick();
            return !ends.noted.faults.isEmpty();
        });
        assertThat(ends.noted.faults).containsExactly(new ChannelFault.Stalled(SMALL.stall()));
    }

    /// It answers what it has not read, so that callers write into a pipe that is full: the ticker sees it.
    @Test
    void findsOutAPeerThatAnswersWithoutReading() throws Exception {
        try (var ticker = DeadlineTicker.start()) {
            var channel = ends.open(ChannelFixture.nobody(), ticker, SMALL, _ -> true);
            var params = Json.object().put("text", "x".repeat(100_000)).build();
            var calling = Thread.ofPlatform().daemon().start(() -> {
                for (int i = 0; i < 10; i++) {
                    channel.call("a", params, ChannelFixture.LONG, kept);
                }
            });

            await().atMost(Duration.ofMinutes(1)).until(() -> !ends.noted.faults.isEmpty());

            assertThat(ends.noted.faults).containsExactly(new ChannelFault.Stalled(SMALL.stall()));
            // What its supervisor does about it frees the caller.
            ends.deafen();
            calling.join();
            for (int i = 0; i < 10; i++) {
                assertThat(kept.next()).isInstanceOf(CallOutcome.Lost.class);
            }
        }
    }

    @Test
    void stopsHearingAPeerThatAsksWithoutReading() throws Exception {
        var answered = new AtomicInteger();
        var reader = new AtomicReference<>(Thread.currentThread());
        var patient = new RpcLimits(1000, 100_000, 4096, 20, 1024, Duration.ofMinutes(10));
        ends.open(
                ChannelFixture.answering((_, reply) -> {
                    answered.incrementAndGet();
                    reader.set(Thread.currentThread());
                    reply.result(Json.of("y".repeat(500)));
                }),
                ends.ticker,
                patient,
                null);
        var flood = Thread.ofPlatform().daemon().start(() -> {
            try {
                for (int i = 1; i <= 20_000; i++) {
                    ends.say("{\"jsonrpc\":\"2.0\",\"id\":" + i + ",\"method\":\"m\"}");
                }
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        await().atMost(Duration.ofMinutes(1))
                .until(() -> answered.get() > 0
                        && Objects.requireNonNull(reader.get()).getState() == Thread.State.WAITING);
        // The queue, a chunk, and what the pipe holds.
        assertThat(answered.get()).isLessThan(1000);

        // Now it reads after all, and everything is there, in order.
        for (int i = 1; i <= 20_000; i++) {
            assertThat(ends.hear()).startsWith("{\"jsonrpc\":\"2.0\",\"id\":" + i + ",");
        }
        flood.join();
        assertThat(ends.noted.faults).isEmpty();
    }

    @Test
    void holdsNoMoreOpenRequestsThanFitIntoTheQueue() throws Exception {
        var tight = new RpcLimits(10_000, 20_000, 4096, 20, 1024, Duration.ofMinutes(10));
        var open = new LinkedBlockingQueue<RpcReply>();
        ends.open(ChannelFixture.answering((_, reply) -> open.add(reply)), ends.ticker, tight, null);

        for (int i = 1; i <= 4; i++) {
            ends.say("{\"jsonrpc\":\"2.0\",\"id\":" + i + ",\"method\":\"" + "m".repeat(9000) + "\"}");
        }
        assertThat(ends.hear()).contains("\"id\":4,", "-32007");
        open.take().result(Json.EMPTY);
        assertThat(ends.hear()).contains("\"id\":1,\"result\"");
        ends.say("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"m\"}");
        ends.settle();

        assertThat(open).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void survivesAnyDamageToALine(long seed) throws Exception {
        var random = new Random(seed);
        var lenient = new RpcLimits(1000, 1 << 20, 4096, Integer.MAX_VALUE, 1024, Duration.ofMinutes(10));
        ends.open(ChannelFixture.answering((_, reply) -> reply.result(Json.EMPTY)), ends.ticker, lenient, null);
        var ear = Thread.ofPlatform().daemon().start(() -> {
            try {
                while (!ends.hear().contains("\"last\"")) {
                    // What the damage led to is not the point.
                }
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });

        var whole =
                "{\"jsonrpc\":\"2.0\",\"id\":\"a\\u00e9\",\"method\":\"m\",\"params\":{\"x\":[1,2.5e3,null,\"y\"]}}";
        for (int i = 0; i < 5000; i++) {
            var line = new StringBuilder(whole);
            for (int hits = 1 + random.nextInt(3); hits > 0; hits--) {
                int at = random.nextInt(line.length());
                switch (random.nextInt(3)) {
                    case 0 -> line.deleteCharAt(at);
                    case 1 -> line.setCharAt(at, (char) (32 + random.nextInt(95)));
                    default -> line.insert(at, "{}[]\",:0n".charAt(random.nextInt(9)));
                }
            }
            ends.say(line.toString().replace("\n", ""));
        }
        ends.say("{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"method\":\"m\"}");
        ear.join();

        assertThat(ends.noted.bugs)
                .filteredOn(bug -> !String.valueOf(bug.getMessage()).startsWith("told"))
                .isEmpty();
        assertThat(ends.noted.faults).isEmpty();
    }

    @Test
    void givesUpAPeerThatNeverEndsALine() throws Exception {
        var channel = ends.open(ChannelFixture.nobody(), ends.ticker, SMALL, null);
        channel.call("a", null, ChannelFixture.LONG, kept);
        ends.hear();
        var wrote = new AtomicInteger();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                while (true) {
                    ends.sayRaw("x".repeat(1 << 16));
                    wrote.incrementAndGet();
                }
            } catch (IOException _) {
                // The test is over.
            }
        });

        assertThat(kept.next()).isInstanceOf(CallOutcome.Lost.class);
        // Nobody reads it any more: it stands still in its own write, and costs nothing.
        assertThat(ends.ended()).contains(new ChannelFault.NoLineEnd(SMALL.endlessBytes()));
        assertThat(ends.noted.faults).containsExactly(new ChannelFault.NoLineEnd(SMALL.endlessBytes()));
        assertThat((long) wrote.get() << 16).isLessThan(2 * SMALL.endlessBytes());
    }

    @Test
    void countsALongLineThatEndsAsOneStray() throws Exception {
        var channel = ends.open(ChannelFixture.nobody(), ends.ticker, SMALL, null);
        channel.call("a", null, ChannelFixture.LONG, kept);
        ends.hear();
        var mouth = Thread.ofPlatform().daemon().start(() -> {
            try {
                ends.say("x".repeat((int) SMALL.endlessBytes() / 2));
                ends.say(ANSWER);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(kept.next()).isEqualTo(new CallOutcome.Answered(Json.of(true)));
        mouth.join();
        assertThat(ends.noted.heads).hasSize(1);
    }

    /// Two bytes of text are a value that takes a hundred of memory.
    @Test
    void takesNoLineOfTooManyValuesAndSaysSoToWhoeverWaits() throws Exception {
        var channel = ends.open(ChannelFixture.answering((_, reply) -> reply.result(Json.EMPTY)));
        channel.call("a", null, ChannelFixture.LONG, kept);
        ends.hear();
        var many = "[" + "0,".repeat(RpcLimits.MOST_VALUES) + "0]";

        ends.say("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"m\",\"params\":" + many + "}");
        assertThat(ends.hear()).contains("\"id\":7,", "-32006", "values");
        ends.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + many + "}");
        assertThat(((CallOutcome.Lost) kept.next()).error().is(RpcErrorCode.PAYLOAD_TOO_LARGE))
                .isTrue();
        ends.say(many);
        ends.say("{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"m\"}");
        assertThat(ends.hear()).contains("\"id\":8,\"result\"");
        assertThat(ends.noted.faults).isEmpty();
    }

    @Test
    void countsWhatARequestHoldsAndNotTheBytesItCameIn() throws Exception {
        var open = new LinkedBlockingQueue<RpcReply>();
        var tight = new RpcLimits(10_000, 20_000, 4096, 20, 1024, Duration.ofMinutes(10));
        var channel = ends.open(ChannelFixture.answering((_, reply) -> open.add(reply)), ends.ticker, tight, null);
        var many = "[" + "{},".repeat(499) + "{}]";

        ends.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":" + many + "}");
        ends.say("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"m\"}");
        assertThat(ends.hear()).contains("\"id\":2,", "-32007");
        open.take().result(Json.EMPTY);
        ends.hear();
        assertThat(channel.requestBytes()).isZero();
    }

    @Test
    void manyPeersHoldNoMoreThanTheirBudgetAndGiveItBackWhenTheyGo() throws Exception {
        var budget = new MemoryBudget(10_000);
        var other = new ChannelFixture();
        var limits = new RpcLimits(100_000, 100_000, 4096, 20, 1024, Duration.ofMinutes(10));
        try {
            ends.open(ChannelFixture.answering((_, _) -> {}), ends.ticker, limits, null, budget);
            other.open(
                    ChannelFixture.answering((_, reply) -> reply.result(Json.EMPTY)),
                    other.ticker,
                    limits,
                    null,
                    budget);
            ends.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + "m".repeat(20_000) + "\"}");
            await().atMost(Duration.ofMinutes(1)).until(() -> budget.held() > 20_000);
            other.say("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"m\"}");
            assertThat(other.hear()).contains("\"id\":2,", "-32007");
            ends.hangUp();
            await().atMost(Duration.ofMinutes(1)).until(() -> budget.held() == 0);
            other.say("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"m\"}");
            assertThat(other.hear()).contains("\"id\":3,\"result\"");
        } finally {
            other.hangUp();
            other.deafen();
        }
    }
}
