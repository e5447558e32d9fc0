package dev.outrigger.kaged.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.kaged.sqlite.Sqlite;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class QueuedRowsTest {
    private static final AuditWriter.Written DEAF = _ -> {};

    @TempDir
    Path folder;

    private static AuditEntry entry(String method) {
        return new AuditEntry(AuditEntry.Kind.CALL, Instant.EPOCH, "ann", "", "p", method, "ok", 0, Json.EMPTY);
    }

    private static QueuedRows.Queued row(String method, AuditWriter.Written written) {
        return new QueuedRows.Queued(entry(method), "{}", written);
    }

    private static List<String> methods(List<QueuedRows.Queued> rows) {
        return rows.stream().map(row -> row.entry().method()).toList();
    }

    @Test
    void whatHasComeTogetherIsWrittenAtOnceAndToldBehindIt() {
        var written = new ArrayList<List<String>>();
        var told = new ArrayList<String>();
        var rows = new QueuedRows(some -> {
            assertThat(told).isEmpty();
            written.add(methods(some));
        });
        for (var method : List.of("a", "b", "c")) {
            rows.add(row(method, failure -> {
                assertThat(failure).isNull();
                told.add(method);
            }));
        }
        assertThat(written).isEmpty();
        rows.flush();
        assertThat(written).containsExactly(List.of("a", "b", "c"));
        assertThat(told).containsExactly("a", "b", "c");
    }

    @Test
    void manyDoNotWaitForMore() {
        var written = new AtomicInteger();
        var rows = new QueuedRows(some -> written.addAndGet(some.size()));
        for (int i = 0; i < 1000; i++) {
            rows.add(row("m", DEAF));
        }
        assertThat(written.get()).isBetween(900, 1000);
    }

    @Test
    void oneFailureIsToldToAllWhoseRowsWereToBeWritten() {
        var told = new ArrayList<String>();
        var rows = new QueuedRows(_ -> {
            throw new AuditFailure("no room");
        });
        for (var method : List.of("a", "b")) {
            rows.add(row(method, failure -> told.add(method + ": " + (failure == null ? "" : failure.getMessage()))));
        }
        rows.flush();
        assertThat(told).containsExactly("a: no room", "b: no room");
    }

    /// While one thread is in the middle of a write, another does not wait for it: its row is the first one's to write.
    @Test
    void whoComesWhileAnotherWritesGoesOn() throws Exception {
        BlockingQueue<List<String>> begun = new LinkedBlockingQueue<>();
        var goOn = new CountDownLatch(1);
        var rows = new QueuedRows(some -> {
            begun.add(methods(some));
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new AuditFailure("interrupted", e);
            }
        });
        rows.add(row("first", DEAF));
        var writer = Thread.ofPlatform().daemon().start(rows::flush);
        assertThat(begun.poll(60, TimeUnit.SECONDS)).containsExactly("first");

        var told = new ArrayList<Thread>();
        rows.add(row("second", _ -> told.add(Thread.currentThread())));
        rows.flush();
        assertThat(told).isEmpty();

        goOn.countDown();
        writer.join();
        assertThat(begun.poll()).containsExactly("second");
        assertThat(told).containsExactly(writer);
    }

    @Test
    void whatIsToldMayQueueTheNext() {
        var written = new ArrayList<List<String>>();
        var rows = new QueuedRows(some -> written.add(methods(some)));
        rows.add(row("first", _ -> {
            rows.add(row("second", DEAF));
            rows.flush();
        }));
        rows.flush();
        assertThat(written).containsExactly(List.of("first"), List.of("second"));
    }

    @Test
    void aListenerThatThrowsLeavesTheOthersTold() throws Exception {
        var bugs = new ArrayList<String>();
        var told = new ArrayList<String>();
        var rows = new QueuedRows(_ -> {});
        rows.add(row("a", _ -> {
            throw new IllegalStateException("deaf");
        }));
        rows.add(row("b", _ -> told.add("b")));
        var thread = Thread.ofPlatform()
                .uncaughtExceptionHandler((_, bug) -> bugs.add(bug.getMessage()))
                .start(rows::flush);
        thread.join();
        assertThat(told).containsExactly("b");
        assertThat(bugs).containsExactly("deaf");
    }

    /// From several threads, with rows that are not queued in between: one chain, nothing lost, and each row was in the
    /// journal or the table when it was told.
    @Test
    void theRowsOfManyThreadsAreOneChain() throws Exception {
        Sqlite.library(Path.of("target"));
        int each = 2000;
        var told = new AtomicInteger();
        try (var audit = AuditLog.open(folder.resolve("kaged.db"), Clock.systemUTC())) {
            var threads = new ArrayList<Thread>();
            for (int i = 0; i < 4; i++) {
                var plugin = "p" + i;
                threads.add(Thread.ofPlatform().start(() -> {
                    for (int j = 0; j < each; j++) {
                        audit.queue(
                                new AuditEntry(
                                        AuditEntry.Kind.CALL,
                                        Instant.now(),
                                        "ann",
                                        "",
                                        plugin,
                                        "m",
                                        "ok",
                                        0,
                                        Json.of(j)),
                                failure -> {
                                    if (failure == null) {
                                        told.incrementAndGet();
                                    }
                                });
                        if (j % 3 == 0) {
                            audit.flush();
                        }
                    }
                    audit.flush();
                }));
            }
            for (var thread : threads) {
                thread.join();
            }
            assertThat(told.get()).isEqualTo(4 * each);
            assertThat(audit.verify()).isInstanceOf(ChainVerdict.Whole.class);
            for (int i = 0; i < 4; i++) {
                var payloads = audit.rows(AuditFilter.ALL.plugin("p" + i).limit(each)).stream()
                        .map(AuditRow::payload)
                        .toList();
                assertThat(payloads).hasSize(each).startsWith("0", "1").endsWith(Integer.toString(each - 1));
            }
        }
    }

    @Test
    void aRowIsInTheJournalWhenItIsTold() throws Exception {
        Sqlite.library(Path.of("target"));
        try (var audit = AuditLog.open(folder.resolve("kaged.db"), Clock.systemUTC())) {
            var journals = new ArrayList<String>();
            for (var method : List.of("first", "second")) {
                audit.queue(entry(method), _ -> {
                    if (journals.isEmpty()) {
                        journals.add(journal("audit.1") + journal("audit.2"));
                    }
                });
            }
            audit.flush();
            assertThat(journals.getFirst()).contains("\"method\":\"first\"").contains("\"method\":\"second\"");
        }
    }

    private String journal(String name) {
        try {
            return Files.readString(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
