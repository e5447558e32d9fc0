package dev.outrigger.wire.rpc;

import dev.outrigger.wire.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A channel, and at the other end of two real pipes a test that plays the peer, line by line.
final class ChannelFixture implements AfterEachCallback {
    static final CallDeadlines LONG = CallDeadlines.of(Duration.ofMinutes(10));

    final NotedFaults noted = new NotedFaults();
    final AtomicLong now = new AtomicLong(1000);
    final DeadlineTicker ticker = new DeadlineTicker(now::get);
    private final Pipe toHost;
    private final Pipe toPeer;
    private final BufferedReader heard;
    private final OutputStream mouth;
    private @Nullable RpcChannel channel;
    private @Nullable FutureTask<Optional<ChannelFault>> run;

    ChannelFixture() {
        try {
            toHost = Pipe.open();
            toPeer = Pipe.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        heard = new BufferedReader(
                new InputStreamReader(Channels.newInputStream(toPeer.source()), StandardCharsets.UTF_8));
        mouth = Channels.newOutputStream(toHost.sink());
    }

    /// A handler that nobody is expected to reach.
    static RpcHandler nobody() {
        return answering((request, _) -> {
            throw new IllegalStateException("asked for " + request.method());
        });
    }

    interface Answering {
        void request(RpcMessage.Request request, RpcReply reply);
    }

    static RpcHandler answering(Answering answering) {
        return new RpcHandler() {
            @Override
            public void request(RpcMessage.Request request, RpcReply reply) {
                answering.request(request, reply);
            }

            @Override
            public void notification(RpcMessage.Notification notification) {
                throw new IllegalStateException("told " + notification.method());
            }
        };
    }

    RpcChannel open(RpcHandler handler) {
        return open(handler, ticker, RpcLimits.USUAL, null);
    }

    RpcChannel open(RpcHandler handler, RpcDialect dialect) {
        return opened(new RpcChannel(
                Channels.newInputStream(toHost.source()),
                Channels.newOutputStream(toPeer.sink()),
                dialect,
                handler,
                noted,
                ticker,
                RpcLimits.USUAL));
    }

    RpcChannel open(RpcHandler handler, DeadlineTicker clock, RpcLimits limits, @Nullable WriteRoom room) {
        return open(handler, clock, limits, room, new MemoryBudget(Long.MAX_VALUE));
    }

    RpcChannel open(
            RpcHandler handler, DeadlineTicker clock, RpcLimits limits, @Nullable WriteRoom room, MemoryBudget budget) {
        return opened(new RpcChannel(
                Channels.newInputStream(toHost.source()),
                Channels.newOutputStream(toPeer.sink()),
                room,
                handler,
                noted,
                clock,
                limits,
                budget));
    }

    private RpcChannel opened(RpcChannel opened) {
        var running = new FutureTask<>(opened::run);
        channel = opened;
        run = running;
        Thread.ofPlatform().daemon().start(running);
        return opened;
    }

    /// The peer says a line.
    void say(String line) throws IOException {
        sayRaw(line + "\n");
    }

    void sayRaw(String text) throws IOException {
        mouth.write(text.getBytes(StandardCharsets.UTF_8));
    }

    /// The peer hears a line.
    String hear() throws IOException {
        return String.valueOf(heard.readLine());
    }

    void hangUp() throws IOException {
        mouth.close();
    }

    /// The peer will not read any more.
    void deafen() throws IOException {
        toPeer.source().close();
    }

    Optional<ChannelFault> ended() throws Exception {
        if (run == null) {
            throw new IllegalStateException("never opened");
        }
        return run.get(60, TimeUnit.SECONDS);
    }

    /// Says something harmless and waits for the answer, so that everything said before has been handled.
    void settle() throws IOException {
        say("{\"jsonrpc\":\"2.0\",\"id\":\"settle\",\"method\":7}");
        while (!hear().contains("\"settle\"")) {
            // What came before is of no interest here.
        }
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        if (channel != null) {
            channel.close("the test is over");
        }
        toHost.sink().close();
        toPeer.source().close();
        toHost.source().close();
        toPeer.sink().close();
    }

    /// Keeps how calls ended, in the order in which they did.
    static final class Kept implements CallWaiter {
        final BlockingQueue<CallOutcome> outcomes = new LinkedBlockingQueue<>();
        final BlockingQueue<Json.Obj> progress = new LinkedBlockingQueue<>();

        @Override
        public void ended(CallOutcome outcome) {
            outcomes.add(outcome);
        }

        @Override
        public void progress(Json.Obj said) {
            progress.add(said);
        }

        CallOutcome next() throws InterruptedException {
            var outcome = outcomes.poll(60, TimeUnit.SECONDS);
            if (outcome == null) {
                throw new IllegalStateException("the call did not end");
            }
            return outcome;
        }
    }
}
