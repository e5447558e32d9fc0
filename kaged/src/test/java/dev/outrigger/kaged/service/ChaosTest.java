package dev.outrigger.kaged.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.outrigger.kaged.audit.ChainVerdict;
import dev.outrigger.launch.sandbox.Detection;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.CallDeadlines;
import dev.outrigger.wire.rpc.CallOutcome;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Twenty plugins under load, ten of them tormented at random: nothing of that reaches the other ten.
class ChaosTest {
    private static final Duration LENGTH = Duration.ofSeconds(Boolean.getBoolean("outrigger.long") ? 600 : 6);
    private static final int EACH = 10;
    private static final CallDeadlines IN_TIME = CallDeadlines.of(Duration.ofSeconds(60));
    private static final CallDeadlines IMPATIENT = CallDeadlines.of(Duration.ofSeconds(1));
    private static final long SEED = 20260525;

    private static final String METHODS = "methods: [say, garbage, flood, huge, die, deaf]\nnotifications: [noise]";
    private static final String BODY = """
            def on(method, params, id):
                if method == "garbage":
                    for i in range(30): print("no json", i, flush=True)
                if method == "flood":
                    for i in range(20000): say({"jsonrpc": "2.0", "method": "noise", "params": {"n": i}})
                    print("x" * 100000, file=sys.stderr, flush=True)
                if method == "huge": sys.stdout.write("x" * (20 << 20)); sys.stdout.flush()
                if method == "die": os.kill(os.getpid(), signal.SIGSEGV)
                if method == "deaf": time.sleep(8)
                return params.get("n")""";

    @TempDir
    Path base;

    @Test
    void whatIsDoneToSomePluginsDoesNotReachTheOthers() throws Exception {
        // Found out once in the life of a process, and what that opens stays open.
        var _ = Detection.here();
        int descriptors = descriptors();
        // Tests of other rooms may have left something in this JVM.
        long megabytes = heldMegabytes();
        try (var host = new HostedPlugins(base)) {
            for (int i = 0; i < EACH; i++) {
                host.python("calm-" + i, METHODS, BODY);
                host.python("poor-" + i, METHODS, BODY);
            }
            var wrong = new ConcurrentLinkedQueue<String>();
            var answered = new AtomicLong();
            var tormented = new AtomicLong();
            long end = System.nanoTime() + LENGTH.toNanos();
            var workers = new ArrayList<Thread>();
            for (int i = 0; i < EACH; i++) {
                var calm = "calm-" + i;
                var poor = "poor-" + i;
                var random = new Random(SEED + i);
                workers.add(Thread.ofPlatform()
                        .start(() -> attempt(wrong, () -> use(host, calm, end, answered, wrong))));
                workers.add(Thread.ofPlatform()
                        .start(() -> attempt(wrong, () -> torment(host, poor, random, end, tormented))));
            }
            for (var worker : workers) {
                worker.join();
            }
            assertThat(wrong).isEmpty();
            assertThat(answered.get()).as("calls of the calm").isGreaterThan(EACH * LENGTH.toSeconds());
            assertThat(tormented.get()).as("torments").isGreaterThan(EACH * LENGTH.toSeconds() / 20);
            for (int i = 0; i < EACH; i++) {
                var calm = host.services.condition("calm-" + i);
                assertThat(calm.starts()).as("starts of " + calm.name()).isEqualTo(1);
            }
            assertThat(host.audit.verify()).isInstanceOf(ChainVerdict.Whole.class);
        }
        // What is closed may take the system a moment to be seen as closed.
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            assertThat(ours()).as("threads").isEmpty();
            assertThat(descriptors()).as("descriptors").isLessThanOrEqualTo(descriptors + 5);
        });
        assertThat(heldMegabytes()).as("memory after it").isLessThan(megabytes + 100);
    }

    private interface Work {
        void run() throws Exception;
    }

    private static void attempt(ConcurrentLinkedQueue<String> wrong, Work work) {
        try {
            work.run();
        } catch (Exception | AssertionError e) {
            wrong.add(e.toString());
        }
    }

    private static void use(
            HostedPlugins host, String plugin, long end, AtomicLong answered, ConcurrentLinkedQueue<String> wrong)
            throws Exception {
        for (int n = 0; System.nanoTime() < end; n++) {
            var outcome =
                    host.begin(plugin, "say", "{\"n\": " + n + "}", IN_TIME).outcome();
            if (!outcome.equals(new CallOutcome.Answered(Json.of(n)))) {
                wrong.add(plugin + ": " + HostedPlugins.text(outcome));
            }
            answered.incrementAndGet();
            // A load that leaves room for everybody, not a flood.
            Thread.sleep(20);
        }
    }

    private static void torment(HostedPlugins host, String plugin, Random random, long end, AtomicLong count)
            throws Exception {
        while (System.nanoTime() < end) {
            var asked = new ArrayList<HostedPlugins.Asked>();
            for (int i = 0; i < 1 + random.nextInt(5); i++) {
                asked.add(host.begin(plugin, "say", "{\"n\": 1}", IMPATIENT));
            }
            switch (random.nextInt(8)) {
                case 0 -> signal(host, plugin, "KILL");
                case 1 -> signal(host, plugin, "STOP");
                case 2 -> asked.add(host.begin(plugin, "garbage", "{}", IMPATIENT));
                case 3 -> asked.add(host.begin(plugin, "flood", "{}", IMPATIENT));
                case 4 -> asked.add(host.begin(plugin, "huge", "{}", IMPATIENT));
                case 5 -> asked.add(host.begin(plugin, "die", "{}", IMPATIENT));
                case 6 -> {
                    // It reads nothing for a while, and more is written to it than its pipe holds.
                    asked.add(host.begin(plugin, "deaf", "{}", IMPATIENT));
                    var much = "{\"n\": \"" + "y".repeat(300_000) + "\"}";
                    asked.add(host.begin(plugin, "say", much, IMPATIENT));
                }
                default -> host.services.restart(plugin);
            }
            for (var each : asked) {
                var _ = each.outcome();
            }
            count.incrementAndGet();
            if (host.services.condition(plugin).state() == PluginCondition.State.FAILED) {
                host.services.enable(plugin);
            }
        }
    }

    private static void signal(HostedPlugins host, String plugin, String signal) throws Exception {
        var first = host.services.condition(plugin).pid();
        if (first.isPresent()) {
            var children = ProcessHandle.of(first.getAsLong())
                    .map(each -> each.children().toList());
            for (var child : children.orElse(List.of())) {
                new ProcessBuilder("kill", "-" + signal, Long.toString(child.pid()))
                        .start()
                        .waitFor();
            }
        }
    }

    /// Of what this daemon would have started, without what a process has one of for its life: a watcher, and who
    /// starts the ends of tunnels.
    private static List<String> ours() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.matches(
                        "(prepares|plugin|keeps) .*|starts (?!forwarders).*|storage|supervision|audit|ticker"))
                .toList();
    }

    private static int descriptors() {
        var open = new File("/proc/self/fd").list();
        return open == null ? 0 : open.length;
    }

    private static long heldMegabytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20;
    }
}
