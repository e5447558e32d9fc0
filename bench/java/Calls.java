import dev.outrigger.kaged.audit.AuditLog;
import dev.outrigger.kaged.audit.AuditEntry;
import dev.outrigger.kaged.service.MethodCall;
import dev.outrigger.kaged.service.CallContext;
import dev.outrigger.kaged.service.DaemonServices;
import dev.outrigger.kaged.service.DaemonLog;
import dev.outrigger.kaged.service.PluginServices;
import dev.outrigger.kaged.service.ProjectReach;
import dev.outrigger.kaged.service.BoundedSteps;
import dev.outrigger.kaged.sqlite.Sqlite;
import dev.outrigger.kaged.storage.SqliteStorage;
import dev.outrigger.kaged.storage.StorageLimits;
import dev.outrigger.kaged.store.KagedHome;
import dev.outrigger.kaged.store.PluginStore;
import dev.outrigger.kaged.store.SwitchFiles;
import dev.outrigger.launch.sandbox.Sandbox;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.CallOutcome;
import dev.outrigger.wire.rpc.CallDeadlines;
import dev.outrigger.wire.rpc.DeadlineTicker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/// `Calls callback|blocking`: calls of the plugin `echo` in $KAGED_HOME from inside the daemon, one after the other.
/// `Calls pipelined`: of `echo0` to `echo3`, as many as go. `Calls rows`: their rows in the audit, without any call.
final class Calls {
    static final CallDeadlines PATIENCE = CallDeadlines.of(Duration.ofSeconds(10));
    static final MethodCall ASK = new MethodCall(
            "echo", "say", Json.object().put("word", "hello").build(), new CallContext("bench", "", "", "1"), PATIENCE);

    public static void main(String[] words) throws Exception {
        var home = KagedHome.of(System.getenv());
        Sqlite.library(home.root());
        var audit = AuditLog.open(home.database(), Clock.systemUTC());
        var storage = SqliteStorage.open(home.root().resolve("storage"), StorageLimits.USUAL);
        var ticker = DeadlineTicker.start();
        var log = new DaemonLog() {
            @Override
            public void note(String line) {
                System.err.println(line);
            }

            @Override
            public void bug(String where, Throwable bug) {
                bug.printStackTrace();
            }
        };
        var grounds = new DaemonServices(
                home,
                new PluginStore(home),
                new SwitchFiles(home.disabled()),
                new Sandbox(home.root().resolve("run")),
                audit,
                storage,
                ticker,
                log,
                new BoundedSteps(log),
                Clock.systemUTC(),
                "/usr/bin:/bin",
                "bench");
        try (audit; var services = new PluginServices(grounds, ProjectReach.ALL_LOCAL)) {
            int warmUp = setting("WARM_UP");
            int count = setting("COUNT");
            switch (words[0]) {
                case "callback", "blocking" -> {
                    measure(services, words[0], warmUp);
                    for (int block = setting("BLOCKS"); block > 0; block--) {
                        var taken = measure(services, words[0], count);
                        Arrays.sort(taken);
                        report("median_ns " + taken[count / 2] + "\np99_ns " + taken[count * 99 / 100] + "\n");
                    }
                }
                case "pipelined" -> {
                    pipelined(services, warmUp);
                    report("per_second " + pipelined(services, count) + "\n");
                }
                case "rows" -> {
                    rows(audit, warmUp);
                    report("per_second " + rows(audit, count) + "\n");
                }
                default -> throw new IllegalArgumentException(words[0]);
            }
        }
        storage.close();
        ticker.close();
    }

    static long[] measure(PluginServices services, String how, int count) throws Exception {
        return how.equals("callback") ? new Chain(services, count).run() : blocking(services, count);
    }

    static long[] blocking(PluginServices services, int count) {
        var taken = new long[count];
        var me = Thread.currentThread();
        var outcome = new CallOutcome[1];
        for (int i = 0; i < count; i++) {
            long start = System.nanoTime();
            outcome[0] = null;
            services.call(ASK, said -> {
                synchronized (outcome) {
                    outcome[0] = said;
                }
                LockSupport.unpark(me);
            });
            while (true) {
                synchronized (outcome) {
                    if (outcome[0] != null) {
                        break;
                    }
                }
                LockSupport.park();
            }
            taken[i] = System.nanoTime() - start;
            check(outcome[0]);
        }
        return taken;
    }

    /// Four plugins, each with so many calls on the way at any time.
    static long pipelined(PluginServices services, int count) throws Exception {
        int plugins = 4;
        int depth = 64;
        var left = new AtomicInteger(count);
        var open = new CountDownLatch(plugins * depth);
        long start = System.nanoTime();
        for (int i = 0; i < plugins; i++) {
            var ask = new MethodCall("echo" + i, ASK.method(), ASK.params(), ASK.context(), PATIENCE);
            for (int j = 0; j < depth; j++) {
                again(services, ask, left, open);
            }
        }
        open.await();
        return count * 1_000_000_000L / (System.nanoTime() - start);
    }

    static void again(PluginServices services, MethodCall ask, AtomicInteger left, CountDownLatch open) {
        if (left.getAndDecrement() <= 0) {
            open.countDown();
            return;
        }
        services.call(ask, said -> {
            check(said);
            again(services, ask, left, open);
        });
    }

    /// What the audit alone takes: rows as those calls make them, from as many threads.
    static long rows(AuditLog audit, int count) throws Exception {
        var payload = Json.object()
                .put("request", "1")
                .put("params", ASK.params())
                .put("result", ASK.params())
                .build();
        var threads = new Thread[4];
        var written = new AtomicInteger();
        long start = System.nanoTime();
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.ofPlatform().start(() -> {
                for (int j = 0; j < count / threads.length; j++) {
                    var row = new AuditEntry(
                            AuditEntry.Kind.CALL, Instant.now(), "bench", "", "echo", "say", "ok", 10, payload);
                    audit.queue(row, failure -> {
                        if (failure == null) {
                            written.incrementAndGet();
                        }
                    });
                    // As when answers come one by one.
                    audit.flush();
                }
            });
        }
        for (var thread : threads) {
            thread.join();
        }
        if (written.get() != count / threads.length * threads.length) {
            throw new IllegalStateException("only " + written + " rows of " + count + " were written");
        }
        return count * 1_000_000_000L / (System.nanoTime() - start);
    }

    /// Each answer makes the next call, on the thread that brought it.
    static final class Chain {
        final PluginServices services;
        final long[] taken;
        final CountDownLatch done = new CountDownLatch(1);
        int at;
        long start;

        Chain(PluginServices services, int count) {
            this.services = services;
            this.taken = new long[count];
        }

        long[] run() throws InterruptedException {
            next();
            done.await();
            return taken;
        }

        void next() {
            start = System.nanoTime();
            services.call(ASK, said -> {
                taken[at] = System.nanoTime() - start;
                check(said);
                if (++at < taken.length) {
                    next();
                } else {
                    done.countDown();
                }
            });
        }
    }

    static void check(CallOutcome outcome) {
        if (!(outcome instanceof CallOutcome.Answered)) {
            throw new IllegalStateException("no answer: " + outcome);
        }
    }

    static int setting(String name) {
        return Integer.parseInt(System.getenv("BENCH_" + name));
    }

    static void report(String text) throws Exception {
        Files.writeString(
                Path.of(System.getenv("BENCH_REPORT")), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
