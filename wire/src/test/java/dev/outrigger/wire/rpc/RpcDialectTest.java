package dev.outrigger.wire.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A channel that speaks MCP: the same as kaged's, in other words.
class RpcDialectTest {
    @RegisterExtension
    final ChannelFixture ends = new ChannelFixture();

    @Test
    void namesTheCallInItsParamsAndHearsItsProgress() throws Exception {
        var channel = ends.open(ChannelFixture.nobody(), RpcDialect.MCP);
        var said = new ArrayList<Json.Obj>();
        var ended = new CompletableFuture<CallOutcome>();
        channel.callWithId(
                "work", id -> Json.object().put("progressToken", id).build(), ChannelFixture.LONG, new CallWaiter() {
                    @Override
                    public void ended(CallOutcome outcome) {
                        ended.complete(outcome);
                    }

                    @Override
                    public void progress(Json.Obj progress) {
                        said.add(progress);
                    }
                });

        assertThat(ends.hear())
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"work\",\"params\":{\"progressToken\":1}}");
        ends.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\","
                + "\"params\":{\"progressToken\":1,\"progress\":5}}");
        ends.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");

        assertThat(ended.get(60, TimeUnit.SECONDS)).isEqualTo(new CallOutcome.Answered(Json.EMPTY));
        assertThat(said).hasSize(1);
    }

    @Test
    void takesACallBackInItsOwnWords() throws Exception {
        var channel = ends.open(ChannelFixture.nobody(), RpcDialect.MCP);
        var call = channel.call("work", Json.EMPTY, ChannelFixture.LONG, _ -> {});
        ends.hear();

        call.cancel();

        assertThat(ends.hear())
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
    }

    @Test
    void doesNotAnswerARequestThatWasTakenBack() throws Exception {
        var cancelled = new CompletableFuture<Boolean>();
        ends.open(
                ChannelFixture.answering((_, reply) -> reply.onCancel(() -> cancelled.complete(true))), RpcDialect.MCP);
        ends.say("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"ask\"}");

        ends.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"q\"}}");

        assertThat(cancelled.get(60, TimeUnit.SECONDS)).isTrue();
        ends.say("{\"jsonrpc\":\"2.0\",\"id\":\"settle\",\"method\":7}");
        assertThat(ends.hear()).contains("\"settle\"");
    }

    @Test
    void anAnswerToNobodyIsOnlyAStray() throws Exception {
        var channel = ends.open(ChannelFixture.nobody(), RpcDialect.MCP);

        ends.say("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"what?\"}}");
        ends.settle();

        assertThat(channel.isClosed()).isFalse();
    }

    @Test
    void noTimePassesForACallThatIsHeld() throws Exception {
        var channel = ends.open(ChannelFixture.nobody(), RpcDialect.MCP);
        var ended = new CompletableFuture<CallOutcome>();
        var patience = new CallDeadlines(Duration.ofNanos(100), Duration.ofNanos(1000));
        var call = channel.call("work", Json.EMPTY, patience, ended::complete);
        call.hold();
        ends.now.addAndGet(5000);
        ends.ticker.tick();
        assertThat(ended).isNotDone();

        call.release();
        ends.now.addAndGet(99);
        ends.ticker.tick();
        assertThat(ended).isNotDone();
        ends.now.addAndGet(1);
        ends.ticker.tick();

        assertThat(ended.getNow(null)).isInstanceOf(CallOutcome.Lost.class);
    }
}
