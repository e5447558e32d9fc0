package dev.outrigger.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Against processes: `cat` reads only as long as we read what it says, `sleep` never does.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class LineOutboxTest {
    private static final int LIMIT = 100_000;
    private static final String PADDING = " ".repeat(100);
    private static final String NEVER_READS = "exec sleep 1000";

    @RegisterExtension
    final PeerPrograms peers = new PeerPrograms();

    @Test
    void keepsTheOrderOfWhatOneThreadSends() throws IOException {
        var cat = peers.shell("exec cat");
        var outbox = new LineOutbox(cat.getOutputStream(), LIMIT);

        var sender = Thread.startVirtualThread(() -> {
            for (int i = 0; i < 20_000; i++) {
                if (i % 3 == 0) {
                    outbox.send(numbered("a", i));
                } else {
                    outbox.add(numbered("a", i));
                }
            }
            outbox.flush();
            close(outbox);
        });

        assertThat(linesFrom(cat)).isEqualTo(numberedLines("a", 20_000));
        assertThat(sender.isAlive()).isFalse();
    }

    @Test
    void holdsAnAddedLineBackUntilTheFlush() throws IOException {
        var cat = peers.shell("exec cat");
        var outbox = new LineOutbox(cat.getOutputStream(), LIMIT);

        outbox.add(Json.of("one"));
        outbox.close();

        assertThat(linesFrom(cat)).isEmpty();
    }

    @Test
    void mixesThreadsOnlyBetweenLinesAndKeepsTheOrderOfEach() throws IOException, InterruptedException {
        var cat = peers.shell("exec cat");
        var outbox = new LineOutbox(cat.getOutputStream(), LIMIT);
        var senders = new ArrayList<Thread>();
        for (var name : List.of("a", "b", "c", "d")) {
            senders.add(Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 5_000; i++) {
                    outbox.send(numbered(name, i));
                }
            }));
        }
        // Nobody reads yet: the first sender is stuck, and the others wait for it.
        await().atMost(Duration.ofMinutes(1)).until(() -> full(outbox));
        var closer = Thread.startVirtualThread(() -> {
            senders.forEach(LineOutboxTest::join);
            outbox.flush();
            close(outbox);
        });

        var lines = linesFrom(cat);
        closer.join();

        assertThat(lines).hasSize(20_000);
        for (var name : List.of("a", "b", "c", "d")) {
            assertThat(lines.stream().filter(line -> line.startsWith("\"" + name + " ")))
                    .isEqualTo(numberedLines(name, 5_000));
        }
    }

    @Test
    void takesMoreWhileAWriteIsStuckUntilTheLimit() throws IOException, InterruptedException {
        var outbox = new LineOutbox(peers.shell(NEVER_READS).getOutputStream(), LIMIT);
        stickIn(outbox);

        assertThat(full(outbox)).isFalse();
        outbox.send(Json.of("x".repeat(LIMIT)));
        assertThat(full(outbox)).isTrue();

        var passed = new AtomicInteger();
        var waiter = Thread.ofPlatform().start(() -> {
            outbox.send(Json.of("one too many"));
            passed.incrementAndGet();
        });
        await().atMost(Duration.ofMinutes(1)).until(() -> waiter.getState() == Thread.State.WAITING);
        assertThat(passed).hasValue(0);
    }

    @Test
    void freesWhoWaitsForRoomWhenItIsClosed() throws IOException, InterruptedException {
        var peer = peers.shell(NEVER_READS);
        var outbox = new LineOutbox(peer.getOutputStream(), LIMIT);
        var stuck = stickIn(outbox);
        outbox.send(Json.of("x".repeat(LIMIT + 1)));
        var waiter = Thread.ofPlatform().start(() -> outbox.send(Json.of("one too many")));
        await().atMost(Duration.ofMinutes(1)).until(() -> waiter.getState() == Thread.State.WAITING);

        var closer = Thread.ofPlatform().start(() -> close(outbox));
        waiter.join();
        outbox.send(Json.of("after the end"));

        peer.toHandle().destroyForcibly();
        closer.join();
        stuck.join();
        assertThat(outbox.stuck()).isNull();
    }

    @Test
    void keepsQuietWhenThePeerIsGone() throws IOException, InterruptedException {
        var gone = peers.shell("exec <&-; exec sleep 1000");
        var outbox = new LineOutbox(gone.getOutputStream(), LIMIT);

        // The pipe has no reader once the shell came to its second command; until then it takes what it is given.
        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            outbox.send(Json.of("x".repeat(10_000)));
            assertThat(gone.toHandle().info().command())
                    .hasValueSatisfying(c -> assertThat(c).contains("sleep"));
        });
        for (int i = 0; i < 1000; i++) {
            outbox.send(Json.of("x".repeat(10_000)));
        }

        assertThat(outbox.stuck()).isNull();
    }

    @Test
    void freesTheStuckAndTheWaitingWhenThePeerDies() throws IOException, InterruptedException {
        var peer = peers.shell(NEVER_READS);
        var outbox = new LineOutbox(peer.getOutputStream(), LIMIT);
        var stuck = stickIn(outbox);
        outbox.send(Json.of("x".repeat(LIMIT + 1)));
        var waiter = Thread.ofPlatform().start(() -> outbox.send(Json.of("one too many")));
        await().atMost(Duration.ofMinutes(1)).until(() -> waiter.getState() == Thread.State.WAITING);

        peer.toHandle().destroyForcibly();

        stuck.join();
        waiter.join();
        assertThat(outbox.stuck()).isNull();
    }

    @Test
    void writesADeferredValueInItsPlaceAlsoWhenItHadToWait() throws IOException, InterruptedException {
        var cat = peers.shell("exec cat");
        var outbox = new LineOutbox(cat.getOutputStream(), LIMIT);
        var stuck = stickIn(outbox);
        outbox.send(Json.of("before"));
        outbox.send(Json.object()
                .put("n", 1)
                .put("data", (Json.Deferred) out -> out.write("[1,2]".getBytes(StandardCharsets.UTF_8)))
                .put("m", 2)
                .build());
        outbox.send(Json.of("after"));
        var closer = Thread.startVirtualThread(() -> {
            join(stuck);
            outbox.flush();
            close(outbox);
        });

        var lines = linesFrom(cat);
        closer.join();

        assertThat(lines.subList(lines.size() - 3, lines.size()))
                .containsExactly("\"before\"", "{\"n\":1,\"data\":[1,2],\"m\":2}", "\"after\"");
    }

    /// How a value that is written piece by piece can go wrong.
    enum Breakage implements Json.Deferred {
        AT_ONCE,
        LATE,
        OUR_BUG;

        @Override
        public void writeTo(OutputStream out) throws IOException {
            if (this != AT_ONCE) {
                out.write(("[" + "1,".repeat(100_000)).getBytes(StandardCharsets.UTF_8));
            }
            if (this == OUR_BUG) {
                throw new IllegalStateException("bug");
            }
            throw new IOException("disk");
        }
    }

    @ParameterizedTest
    @EnumSource
    void endsTheStreamWhereADeferredValueBrokeOff(Breakage breakage) throws IOException, InterruptedException {
        var cat = peers.shell("exec cat");
        var outbox = new LineOutbox(cat.getOutputStream(), LIMIT);
        var answers = Thread.startVirtualThread(() -> {
            outbox.send(Json.of("before"));
            assertThatThrownBy(() ->
                            outbox.send(Json.object().put("data", breakage).build()))
                    .isInstanceOfAny(UncheckedIOException.class, IllegalStateException.class);
            outbox.send(Json.of("after"));
            close(outbox);
        });

        var bytes = cat.getInputStream().readAllBytes();
        answers.join();

        var text = new String(bytes, StandardCharsets.UTF_8);
        assertThat(text).startsWith("\"before\"\n").doesNotContain("after");
        assertThat(text.chars().filter(c -> c == '\n').count()).isEqualTo(1);
    }

    @Test
    void passesOnWhyADeferredValueBrokeOff() throws IOException {
        var outbox = new LineOutbox(peers.shell("exec cat").getOutputStream(), LIMIT);

        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() ->
                        outbox.send(Json.object().put("data", Breakage.AT_ONCE).build()))
                .withCauseInstanceOf(IOException.class)
                .satisfies(e -> assertThat(e.getCause()).hasMessage("disk"));
    }

    /// A thread that hangs in a write, since the peer takes no more than a pipe holds.
    @Test
    void holdsLittleRoomButWhileMuchIsSaid() {
        var written = new ByteArrayOutputStream();
        var outbox = new LineOutbox(written, LIMIT);
        var expected = new StringBuilder();
        assertThat(outbox.roomHeld()).isEqualTo(1024);

        for (int i = 0; i < 2000; i++) {
            outbox.add(numbered("much", i));
        }
        outbox.flush();
        assertThat(outbox.roomHeld()).isEqualTo(64 * 1024);
        for (int i = 0; i < 20; i++) {
            outbox.send(numbered("little", i));
        }

        assertThat(outbox.roomHeld()).isEqualTo(1024);
        numberedLines("much", 2000).forEach(line -> expected.append(line).append('\n'));
        numberedLines("little", 20).forEach(line -> expected.append(line).append('\n'));
        assertThat(written.toString(StandardCharsets.UTF_8)).isEqualTo(expected.toString());
    }

    private static Thread stickIn(LineOutbox outbox) throws InterruptedException {
        var thread = Thread.ofPlatform().start(() -> outbox.send(Json.of("s".repeat(400_000))));
        await().atMost(Duration.ofMinutes(1)).until(() -> outbox.stuck() != null);
        return thread;
    }

    static boolean full(LineOutbox outbox) {
        var stuck = outbox.stuck();
        return stuck != null && stuck.full();
    }

    private static Json numbered(String name, int number) {
        return Json.of(name + " " + number + PADDING);
    }

    private static List<String> numberedLines(String name, int count) {
        var lines = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            lines.add("\"" + name + " " + i + PADDING + "\"");
        }
        return lines;
    }

    private static List<String> linesFrom(Process peer) {
        return peer.inputReader(StandardCharsets.UTF_8).lines().toList();
    }

    private static void close(LineOutbox outbox) {
        try {
            outbox.close();
        } catch (IOException _) {
            // The peer died first; that is what the test is about.
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
