package dev.outrigger.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class LineExchangeTest {
    private static final int LINE = 1000;
    private static final int QUEUE = 64 << 20;
    private static final int LINES = 20_000;
    private static final String ANSWER = "a".repeat(200);

    @RegisterExtension
    final PeerPrograms peers = new PeerPrograms();

    @Test
    void handlesTheLinesOfAPeerInOrderAndEndsWithIt() throws IOException {
        var peer = peers.shell("printf 'one\\n\\n \\t\\r\\n%01001d\\ntwo\\nlast' 0; exec cat >/dev/null");
        var said = new ArrayList<String>();

        exchange(peer, new LineOutbox(peer.getOutputStream(), QUEUE), said::add).run();

        assertThat(said).containsExactly("one", "too long " + "0".repeat(120), "two", "last");
    }

    @Test
    void sendsTheAnswerWhenThePeerHasNothingMoreToSay() throws IOException {
        // Asks again only when it has its answer; nothing but the exchange flushes.
        var peer = peers.shell("for i in 1 2 3 4 5; do echo ask $i; read -r answer; echo \"got $answer\"; done");
        var outbox = new LineOutbox(peer.getOutputStream(), QUEUE);
        var said = new ArrayList<String>();

        exchange(peer, outbox, line -> {
                    said.add(line);
                    if (line.startsWith("ask")) {
                        outbox.add(Json.of("re " + line));
                    }
                })
                .run();

        assertThat(said).hasSize(10).contains("got \"re ask 1\"", "got \"re ask 5\"");
    }

    @Test
    void hearsAPeerThatAsksWithoutEverReading() throws Exception {
        var peer = peers.shell("yes ask | head -n " + LINES + "; exec sleep 1000");
        var outbox = new LineOutbox(peer.getOutputStream(), QUEUE);
        var heard = new AtomicInteger();
        var exchange = exchange(peer, outbox, line -> {
            heard.incrementAndGet();
            outbox.add(Json.of(ANSWER));
        });
        var run = run(exchange);

        await().atMost(Duration.ofMinutes(1)).until(() -> outbox.stuck() != null);
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            exchange.relieve(0);
            return heard.get() == LINES;
        });

        assertThat(exchange.ended()).isFalse();
        peer.toHandle().destroyForcibly();
        run.get();
        assertThat(exchange.ended()).isTrue();
    }

    @Test
    void stopsHearingAPeerThatNeverReadsWhenItsQueueIsFull() throws Exception {
        var peer = peers.shell("exec yes ask");
        var outbox = new LineOutbox(peer.getOutputStream(), 100_000);
        var heard = new AtomicInteger();
        var exchange = exchange(peer, outbox, line -> {
            heard.incrementAndGet();
            outbox.add(Json.of(ANSWER));
        });
        var run = run(exchange);

        await().atMost(Duration.ofMinutes(1)).until(() -> {
            exchange.relieve(0);
            return LineOutboxTest.full(outbox);
        });

        // Two pipes, two chunks and the queue: what was heard is bounded by what they hold.
        assertThat(heard.get()).isLessThan(2000);
        peer.toHandle().destroyForcibly();
        run.get();
    }

    @Test
    void knowsTheEndOfAPeerThatClosedItsOutputAndNeitherReadsNorDies() throws Exception {
        var peer = peers.shell("yes ask | head -n " + LINES + "; exec >&-; exec sleep 1000");
        var outbox = new LineOutbox(peer.getOutputStream(), QUEUE);
        var exchange = exchange(peer, outbox, line -> outbox.add(Json.of(ANSWER)));
        var run = run(exchange);

        await().atMost(Duration.ofMinutes(1)).until(() -> {
            exchange.relieve(0);
            return exchange.ended();
        });

        assertThat(run.isDone()).isFalse();
        peer.toHandle().destroyForcibly();
        run.get();
    }

    /// A peer that asks on and on but reads by fits and starts, and a watcher that relieves at the slightest delay.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void keepsTheOrderOfAnswersAndTheBytesOfLinesWhileThreadsTakeOver(long seed) throws Exception {
        var toHost = Pipe.open();
        var toPeer = Pipe.open();
        var outbox = new LineOutbox(Channels.newOutputStream(toPeer.sink()), 20_000);
        var spoilt = new CopyOnWriteArrayList<String>();
        var asked = new AtomicInteger();
        var heard = new AtomicInteger();
        var received = new AtomicInteger();
        Set<Thread> leaders = Collections.newSetFromMap(new ConcurrentHashMap<>());
        var exchange =
                new LineExchange(Channels.newInputStream(toHost.source()), LINE, outbox, new LineExchange.Handler() {
                    @Override
                    public void line(byte[] bytes, int from, int to) {
                        leaders.add(Thread.currentThread());
                        var line = text(bytes, from, to);
                        outbox.add(Json.of(line + ANSWER));
                        var after = text(bytes, from, to);
                        if (!after.equals(line)) {
                            spoilt.add(line + " became " + after);
                        }
                        heard.incrementAndGet();
                    }

                    @Override
                    public void tooLong(byte[] bytes, int from, int to) {
                        spoilt.add("too long: " + text(bytes, from, to));
                    }
                });
        var run = run(exchange);
        var asking = Thread.ofPlatform().start(() -> ask(Channels.newOutputStream(toHost.sink()), asked, received));
        var over = new AtomicBoolean();
        var watching = Thread.ofPlatform().start(() -> {
            while (!over.get()) {
                exchange.relieve(0);
                Thread.onSpinWait();
            }
        });
        var answers = readInBursts(
                Channels.newInputStream(toPeer.source()),
                () -> outbox.stuck() != null || heard.get() == asked.get(),
                received,
                new Random(seed));
        asking.join();
        run.get();
        over.set(true);
        watching.join();

        assertThat(spoilt).isEmpty();
        assertThat(answers).isEqualTo(expected());
        assertThat(leaders).hasSizeGreaterThan(2);
    }

    @Test
    void throwsWhatTheHandlerThrew() throws IOException {
        var peer = peers.shell("echo ask; exec cat >/dev/null");

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> exchange(peer, new LineOutbox(peer.getOutputStream(), QUEUE), line -> {
                            throw new IllegalStateException("bug at " + line);
                        })
                        .run())
                .withMessage("bug at ask");
    }

    @Test
    void throwsWhatBrokeAnAnswerThatAnotherThreadIsStuckWith() throws Exception {
        var peer = peers.shell("yes ask | head -n " + LINES + "; exec cat >/dev/null");
        var outbox = new LineOutbox(peer.getOutputStream(), QUEUE);
        var heard = new AtomicInteger();
        var exchange = exchange(peer, outbox, line -> {
            boolean first = heard.incrementAndGet() == 1;
            outbox.add(
                    first
                            ? Json.object()
                                    .put("data", LineOutboxTest.Breakage.LATE)
                                    .build()
                            : Json.of(ANSWER));
        });
        var run = run(exchange);
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            exchange.relieve(0);
            return heard.get() >= 100 || exchange.ended();
        });

        assertThat(run).failsWithin(Duration.ofSeconds(60)).withThrowableThat().withMessageContaining("broke off");
    }

    @Test
    void keepsAnInterruptForItsCaller() throws Exception {
        var peer = peers.shell("read -r go; exit 0");
        var outbox = new LineOutbox(peer.getOutputStream(), QUEUE);
        var exchange = exchange(peer, outbox, line -> {});
        var interrupted = new FutureTask<>(() -> {
            Thread.currentThread().interrupt();
            exchange.run();
            return Thread.currentThread().isInterrupted();
        });
        Thread.ofPlatform().start(interrupted);

        outbox.send(Json.of("go"));

        assertThat(interrupted.get()).isTrue();
    }

    private interface Lines {
        void line(String text);
    }

    private static LineExchange exchange(Process peer, LineOutbox outbox, Lines lines) {
        return new LineExchange(peer.getInputStream(), LINE, outbox, new LineExchange.Handler() {
            @Override
            public void line(byte[] bytes, int from, int to) {
                lines.line(text(bytes, from, to));
            }

            @Override
            public void tooLong(byte[] bytes, int from, int to) {
                lines.line("too long " + text(bytes, from, to));
            }
        });
    }

    private static FutureTask<Boolean> run(LineExchange exchange) {
        var run = new FutureTask<>(() -> {
            exchange.run();
            return true;
        });
        Thread.ofPlatform().daemon().start(run);
        return run;
    }

    /// Now and then waits for all its answers, so that the host comes to rest and gets stuck anew.
    private static void ask(OutputStream out, AtomicInteger asked, AtomicInteger received) {
        try (out) {
            var random = new Random(7);
            var batch = new StringBuilder();
            for (int i = 1; i <= LINES; i++) {
                batch.append("ask ").append(i).append('\n');
                if (random.nextInt(20) == 0 || i % 2000 == 0) {
                    asked.set(i);
                    out.write(batch.toString().getBytes(StandardCharsets.UTF_8));
                    batch.setLength(0);
                }
                while (i % 2000 == 0 && received.get() < i) {
                    Thread.onSpinWait();
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> readInBursts(InputStream in, BooleanSupplier due, AtomicInteger received, Random random)
            throws IOException {
        var all = new ByteArrayOutputStream();
        var buffer = new byte[200_000];
        while (received.get() < LINES) {
            while (!due.getAsBoolean()) {
                Thread.onSpinWait();
            }
            int count = in.read(buffer, 0, 1 + random.nextInt(buffer.length));
            all.write(buffer, 0, count);
            int lines = 0;
            for (int i = 0; i < count; i++) {
                lines += buffer[i] == '\n' ? 1 : 0;
            }
            received.addAndGet(lines);
        }
        return all.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static List<String> expected() {
        var lines = new ArrayList<String>();
        for (int i = 1; i <= LINES; i++) {
            lines.add("\"ask " + i + ANSWER + "\"");
        }
        return lines;
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }
}
