package dev.outrigger.wire.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.Peers;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Threads that read their answers themselves. Both pipes are those of a `cat`, which gives a second way to what it
/// says; the test is the peer, and knows of a read on the byway before it waits.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class SeekTest {
    private static final Json DONE = Json.of("done");

    @RegisterExtension
    final Peers peers = new Peers();

    private final Noted noted = new Noted();
    private final AtomicLong now = new AtomicLong(1000);
    private final DeadlineTicker ticker = new DeadlineTicker(now::get);
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final AtomicReference<Thread> handlersThread = new AtomicReference<>();
    /// What the peer does about a call, by whatever thread reads its line.
    private volatile Peer peer = this::answer;
    /// What happens when a thread is about to wait on the byway; nothing, after the first time.
    private final AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});

    /// The call that was made last, by [#call].
    private volatile @Nullable RpcCall latest;

    /// Whether the thread of [#callAnd] was, while it read.
    private boolean interrupted;

    private final AtomicInteger reads = new AtomicInteger();
    private Process mouth;
    private Process ear;
    private Byway byway;
    private RpcChannel channel;
    private FutureTask<Optional<ChannelFault>> run;

    interface Peer {
        void hear(String id) throws IOException;
    }

    @BeforeEach
    void open() throws IOException {
        mouth = peers.shell("exec cat");
        ear = peers.shell("exec cat");
        var end = Path.of("/proc/" + mouth.pid() + "/fd/1");
        byway = new Byway(FileChannel.open(end));
        channel = new RpcChannel(
                new FileInputStream(end.toFile()),
                byway,
                ear.getOutputStream(),
                RpcDialect.MCP,
                new RpcHandler() {
                    @Override
                    public void request(RpcMessage.Request request, RpcReply reply) {
                        handlersThread.set(Thread.currentThread());
                        reply.result(Json.of("heard"));
                    }

                    @Override
                    public void notification(RpcMessage.Notification notification) {
                        handlersThread.set(Thread.currentThread());
                        told.add(notification.method());
                    }
                },
                noted,
                ticker,
                RpcLimits.USUAL);
        run = new FutureTask<>(channel::run);
        Thread.ofPlatform().daemon().start(run);
        Thread.ofPlatform().daemon().start(this::listen);
    }

    @AfterEach
    void close() throws IOException {
        channel.close("the test is over");
        byway.close();
    }

    private void listen() {
        try (var lines = new BufferedReader(new InputStreamReader(ear.getInputStream(), StandardCharsets.UTF_8))) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.contains("\"method\":\"call\"")) {
                    var id = line.substring(line.indexOf("\"id\":") + 5);
                    peer.hear(id.substring(0, id.indexOf(',')));
                }
            }
        } catch (IOException _) {
            // The test is over.
        }
    }

    private void answer(String id) throws IOException {
        say("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":\"done\"}\n");
    }

    private synchronized void say(String text) throws IOException {
        OutputStream out = mouth.getOutputStream();
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /// A call for which its own thread waits, on this one.
    private Seeker call() {
        var seeker = new Seeker(true);
        var call = channel.call("call", null, Ends.LONG, seeker);
        seeker.call = call;
        latest = call;
        call.seek();
        return seeker;
    }

    private RpcCall latest() {
        return Objects.requireNonNull(latest);
    }

    /// Calls that are answered, until one of them finds the thread that reads lingering: then the next one does, too,
    /// unless the machine takes its time; so whoever needs that tries again.
    private void warmUp() throws InterruptedException {
        int before = reads.get();
        while (reads.get() == before) {
            assertThat(call().next()).isEqualTo(new CallOutcome.Answered(DONE));
        }
    }

    /// A call during which `then` happens, just before its thread waits on the byway. The peer has heard it, and does
    /// not answer it.
    private Seeker callAnd(Runnable then) throws InterruptedException {
        while (true) {
            warmUp();
            var heard = new CountDownLatch(1);
            var happened = new AtomicInteger();
            peer = _ -> heard.countDown();
            meanwhile.set(() -> {
                happened.incrementAndGet();
                wait(heard);
                then.run();
            });
            var seeker = call();
            interrupted = Thread.interrupted();
            wait(heard);
            meanwhile.set(() -> {});
            peer = this::answer;
            if (happened.get() > 0) {
                return seeker;
            }
            // The thread that reads was quicker.
            seeker.call().cancel();
            seeker.next();
        }
    }

    private static void wait(CountDownLatch latch) {
        try {
            assertThat(latch.await(40, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Runnable says(String text) {
        return () -> {
            try {
                say(text);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        };
    }

    /// Later, by another thread: while the present one waits.
    private static Runnable elsewhere(Runnable what) {
        return () -> {
            var waiting = Thread.currentThread();
            Thread.ofPlatform().daemon().start(() -> {
                await().until(() -> isReading(waiting));
                what.run();
            });
        };
    }

    private static boolean isReading(Thread thread) {
        for (var frame : thread.getStackTrace()) {
            if (frame.getMethodName().equals("read0")) {
                return true;
            }
        }
        return false;
    }

    private void expectAnsweredAfterwards() throws InterruptedException {
        assertThat(call().next()).isEqualTo(new CallOutcome.Answered(DONE));
        assertThat(channel.openCalls()).isZero();
        assertThat(noted.bugs).isEmpty();
    }

    @Test
    void takesItsOwnAnswerInTheThreadThatWaits() throws Exception {
        Thread by;
        do {
            var seeker = call();
            assertThat(seeker.next()).isEqualTo(new CallOutcome.Answered(DONE));
            by = seeker.endedBy();
        } while (!by.equals(Thread.currentThread()));

        expectAnsweredAfterwards();
    }

    @Test
    void waitsForWhoWantsToWait() throws Exception {
        int before = reads.get();
        while (reads.get() == before) {
            assertThat(channel.callAndWait("call", null, Ends.LONG)).isEqualTo(new CallOutcome.Answered(DONE));
        }
    }

    @Test
    void leavesHalfAnAnswerToTheThreadThatReadsWhenItsTimeIsUp() throws Exception {
        var id = new AtomicReference<>("");
        var seeker = callAnd(() -> {
            id.set(Long.toString(latest().id()));
            says("{\"jsonrpc\":\"2.0\",\"id\":" + id.get() + ",\"resu").run();
            elsewhere(() -> {
                        now.addAndGet(Ends.LONG.absolute().toNanos());
                        ticker.tick();
                    })
                    .run();
        });

        assertThat(RpcChannelTest.lost(seeker.next()).is(RpcErrorCode.TIMEOUT)).isTrue();
        assertThat(noted.ignored).isEmpty();
        say("lt\":\"late\"}\n");
        await().until(() ->
                noted.ignored.equals(List.of("an answer too late, or the second one, to call " + id.get())));
        assertThat(noted.strays).isEmpty();
        expectAnsweredAfterwards();
    }

    @Test
    void leavesANotificationAndWhatIsBehindItToTheThreadThatReads() throws Exception {
        var seeker = callAnd(() -> says("{\"jsonrpc\":\"2.0\",\"method\":\"news\"}\n{\"jsonrpc\":\"2.0\",\"id\":"
                        + latest().id() + ",\"result\":\"done\"}\n")
                .run());

        assertThat(seeker.next()).isEqualTo(new CallOutcome.Answered(DONE));
        assertThat(told).containsExactly("news");
        assertThat(handlersThread.get()).isNotEqualTo(Thread.currentThread());
        assertThat(seeker.endedBy()).isEqualTo(handlersThread.get());
        expectAnsweredAfterwards();
    }

    @Test
    void leavesWhatIsBehindItsAnswerToTheThreadThatReads() throws Exception {
        var seeker = callAnd(() -> says("{\"jsonrpc\":\"2.0\",\"id\":" + latest().id()
                        + ",\"result\":\"done\"}\n{\"jsonrpc\":\"2.0\",\"method\":\"news\"}\n")
                .run());

        assertThat(seeker.next()).isEqualTo(new CallOutcome.Answered(DONE));
        assertThat(seeker.endedBy()).isEqualTo(Thread.currentThread());
        await().until(() -> told.equals(List.of("news")));
        assertThat(handlersThread.get()).isNotEqualTo(Thread.currentThread());
        expectAnsweredAfterwards();
    }

    @Test
    void leavesARequestToTheThreadThatReads() throws Exception {
        var seeker = callAnd(() ->
                says("{\"jsonrpc\":\"2.0\",\"id\":\"r\",\"method\":\"ask\"}\n").run());

        await().until(() -> handlersThread.get() != null);
        assertThat(handlersThread.get()).isNotEqualTo(Thread.currentThread());
        answer(Long.toString(seeker.call().id()));
        assertThat(seeker.next()).isEqualTo(new CallOutcome.Answered(DONE));
        expectAnsweredAfterwards();
    }

    @Test
    void leavesAnotherCallsAnswerToTheThreadThatReads() throws Exception {
        var other = new Ends.Kept();
        var seeker = callAnd(() -> {
            var call = channel.call("call", null, Ends.LONG, other);
            says("{\"jsonrpc\":\"2.0\",\"id\":" + call.id() + ",\"result\":\"other\"}\n")
                    .run();
        });

        assertThat(other.next()).isEqualTo(new CallOutcome.Answered(Json.of("other")));
        answer(Long.toString(seeker.call().id()));
        assertThat(seeker.next()).isEqualTo(new CallOutcome.Answered(DONE));
        expectAnsweredAfterwards();
    }

    @Test
    void leavesNoiseAndAnEmptyLineToTheThreadThatReads() throws Exception {
        var seeker = callAnd(() -> says("\n  \nnoise\n").run());

        await().until(() -> noted.heads.equals(List.of("noise")));
        answer(Long.toString(seeker.call().id()));
        assertThat(seeker.next()).isEqualTo(new CallOutcome.Answered(DONE));
        expectAnsweredAfterwards();
    }

    @Test
    void takesAnAnswerLargerThanThePipe() throws Exception {
        var large = "x".repeat(1 << 20);
        var seeker = callAnd(elsewhere(
                () -> says("{\"jsonrpc\":\"2.0\",\"id\":" + latest().id() + ",\"result\":\"" + large + "\"}\n")
                        .run()));

        assertThat(seeker.next()).isEqualTo(new CallOutcome.Answered(Json.of(large)));
        assertThat(seeker.endedBy()).isEqualTo(Thread.currentThread());
        expectAnsweredAfterwards();
    }

    @Test
    void noticesTheEndOfTheStreamWhileItReads() throws Exception {
        var seeker = callAnd(elsewhere(() -> mouth.destroyForcibly()));

        assertThat(RpcChannelTest.lost(seeker.next()).is(RpcErrorCode.PLUGIN_UNAVAILABLE))
                .isTrue();
        assertThat(run.get()).isEmpty();
    }

    @Test
    void endsWithTheChannelWhileItReads() throws Exception {
        var seeker = callAnd(elsewhere(() -> channel.close("enough")));

        assertThat(RpcChannelTest.lost(seeker.next()).message()).isEqualTo("enough");
        mouth.destroyForcibly();
        assertThat(run.get()).isEmpty();
    }

    @Test
    void isTakenBackWhileItReads() throws Exception {
        var seeker = callAnd(elsewhere(() -> latest().cancel()));

        assertThat(RpcChannelTest.lost(seeker.next()).is(RpcErrorCode.CANCELLED))
                .isTrue();
        expectAnsweredAfterwards();
    }

    @Test
    void stopsReadingWhenItIsInterruptedAndTheCallGoesOn() throws Exception {
        var seeker = callAnd(() -> {
            var me = Thread.currentThread();
            elsewhere(me::interrupt).run();
        });

        assertThat(interrupted).isTrue();
        assertThat(byway.isOpen()).isFalse();
        assertThat(channel.openCalls()).isOne();
        answer(Long.toString(seeker.call().id()));
        assertThat(seeker.next()).isEqualTo(new CallOutcome.Answered(DONE));
        expectAnsweredAfterwards();
    }

    @Test
    void doesNotCloseTheBywayWhenItWasInterruptedBefore() throws Exception {
        warmUp();
        Thread.currentThread().interrupt();
        var seeker = call();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(byway.isOpen()).isTrue();
        assertThat(seeker.next()).isEqualTo(new CallOutcome.Answered(DONE));
        expectAnsweredAfterwards();
    }

    @Test
    void doesNotReadInAVirtualThreadWhoseReadCannotBeBrokenOff() throws Exception {
        warmUp();
        int before = reads.get();
        var calls = new FutureTask<>(() -> {
            for (int i = 0; i < 100; i++) {
                assertThat(channel.callAndWait("call", null, Ends.LONG)).isEqualTo(new CallOutcome.Answered(DONE));
            }
            return true;
        });
        Thread.ofVirtual().start(calls);

        assertThat(calls.get()).isTrue();
        assertThat(reads).hasValue(before);
    }

    @Test
    void doesWithoutTheBywayWhenItIsClosed() throws Exception {
        warmUp();
        byway.close();

        for (int i = 0; i < 100; i++) {
            assertThat(call().next()).isEqualTo(new CallOutcome.Answered(DONE));
        }
        expectAnsweredAfterwards();
    }

    /// The peer answers late, in pieces and with news in between. Whoever waits in a thread
    /// and whoever does not gets its own answer, once.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void givesEveryCallItsAnswerFromManyThreads(long seed) throws Exception {
        var order = new Random(seed);
        peer = id -> {
            if (order.nextInt(20) == 0) {
                LockSupport.parkNanos(order.nextInt(3_000_000));
            }
            if (order.nextInt(10) == 0) {
                say("{\"jsonrpc\":\"2.0\",\"method\":\"news\"}\n");
            }
            var text = "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + id + "}\n";
            int cut = order.nextInt(5) == 0 ? order.nextInt(text.length()) : 0;
            say(text.substring(0, cut));
            say(text.substring(cut));
        };
        var wrong = new ConcurrentLinkedQueue<String>();
        var left = new CountDownLatch(4 * 2000);
        for (int t = 0; t < 4; t++) {
            int number = t;
            Thread.ofPlatform().daemon().start(() -> {
                var random = new Random(seed * 100 + number);
                for (int i = 0; i < 2000; i++) {
                    once(random, wrong);
                    left.countDown();
                }
            });
        }

        assertThat(left.await(50, TimeUnit.SECONDS)).isTrue();
        assertThat(wrong).isEmpty();
        assertThat(channel.openCalls()).isZero();
        assertThat(noted.strays).isEmpty();
        assertThat(noted.bugs).isEmpty();
        assertThat(reads.get()).isPositive();
    }

    private void once(Random random, ConcurrentLinkedQueue<String> wrong) {
        try {
            if (random.nextInt(10) == 0) {
                // Alone for a moment, so that somebody finds nobody else's call on its way.
                LockSupport.parkNanos(random.nextInt(500_000));
            }
            var seeker = new Seeker(random.nextInt(4) > 0);
            var call = channel.call("call", null, Ends.LONG, seeker);
            if (seeker.seeks()) {
                call.seek();
            }
            var wanted = new CallOutcome.Answered(Json.of(call.id()));
            var found = seeker.next();
            if (!found.equals(wanted) || seeker.ended.size() != 1) {
                wrong.add(wanted + " became " + found + ", " + seeker.ended.size() + " times");
            }
        } catch (InterruptedException e) {
            wrong.add(e.toString());
        }
    }

    private static final class Seeker implements CallWaiter {
        private record Ended(CallOutcome outcome, Thread by) {}

        private final boolean seeks;
        private final CountDownLatch over = new CountDownLatch(1);
        private final List<Ended> ended = new CopyOnWriteArrayList<>();
        private @Nullable RpcCall call;

        Seeker(boolean seeks) {
            this.seeks = seeks;
        }

        @Override
        public void ended(CallOutcome outcome) {
            ended.add(new Ended(outcome, Thread.currentThread()));
            over.countDown();
        }

        @Override
        public boolean seeks() {
            return seeks;
        }

        RpcCall call() {
            return Objects.requireNonNull(call);
        }

        Thread endedBy() {
            return ended.getFirst().by();
        }

        CallOutcome next() throws InterruptedException {
            if (!over.await(40, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the call did not end");
            }
            return ended.getFirst().outcome();
        }
    }

    /// Tells when somebody is about to read from it.
    private final class Byway implements ReadableByteChannel {
        private final FileChannel channel;

        Byway(FileChannel channel) {
            this.channel = channel;
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            reads.incrementAndGet();
            meanwhile.getAndSet(() -> {}).run();
            return channel.read(target);
        }

        @Override
        public boolean isOpen() {
            return channel.isOpen();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
