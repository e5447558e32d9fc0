package dev.outrigger.fuzz;

import dev.outrigger.fuzz.base.ScratchFolder;
import dev.outrigger.fuzz.base.Seeds;
import dev.outrigger.fuzz.base.Target;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;

/// All inputs for one target, by as many threads as are wanted.
final class TargetRun {
    private static final long TICK_MILLIS = 200;
    private static final long TICKS_OF_PROGRESS = 50;
    private static final long HANGS_SECONDS = 30;

    private final Target target;
    private final List<FuzzWorker> workers = new ArrayList<>();
    private final Path kept;
    private final PrintStream out;
    private long begunNanos;

    TargetRun(Target target, Seeds tree, FuzzOptions options, Path kept, PrintStream out) throws IOException {
        this.target = target;
        this.kept = kept;
        this.out = out;
        begunNanos = System.nanoTime();
        var seeds = target.seeds(tree);
        for (int i = 0; i < options.threads(); i++) {
            long share = options.inputs() / options.threads() + (i < options.inputs() % options.threads() ? 1 : 0);
            long seed = options.seed() * 1_000_003 + target.name().hashCode() * 31L + i;
            workers.add(new FuzzWorker(target, seeds, seed, share, begunNanos + options.seconds() * 1_000_000_000L));
        }
    }

    /// How many kinds of findings there were.
    int go() throws IOException, InterruptedException {
        begunNanos = System.nanoTime();
        var threads = new ArrayList<Thread>();
        for (var worker : workers) {
            var thread = new Thread(null, worker, "fuzz " + target.name());
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        for (int i = 0; i < threads.size(); i++) {
            for (long tick = 1; !threads.get(i).join(java.time.Duration.ofMillis(TICK_MILLIS)); tick++) {
                watch(threads);
                if (tick % TICKS_OF_PROGRESS == 0) {
                    out.printf(Locale.ROOT, "%s: %,d inputs…%n", target.name(), inputs());
                }
            }
        }
        return summary();
    }

    /// A reader that does not come back cannot be stopped: the input is kept, and the program ends.
    private void watch(List<Thread> threads) throws IOException {
        for (int i = 0; i < workers.size(); i++) {
            var worker = workers.get(i);
            var input = worker.current();
            long seconds = (System.nanoTime() - worker.sinceNanos()) / 1_000_000_000;
            if (input != null && seconds > HANGS_SECONDS) {
                var trial = new TargetOutcome("", null, seconds * 1_000_000_000, 0, 0);
                var finding = new Finding(target.name(), "hangs", input, trial);
                out.print(finding.words());
                for (var frame : threads.get(i).getStackTrace()) {
                    out.println("    at " + frame);
                }
                out.println(repeat(finding.keep(kept)));
                out.flush();
                ScratchFolder.remove();
                Runtime.getRuntime().halt(1);
            }
        }
    }

    private long inputs() {
        return workers.stream().mapToLong(FuzzWorker::inputs).sum();
    }

    private int summary() throws IOException {
        double seconds = (System.nanoTime() - begunNanos) / 1e9;
        var findings = new LinkedHashMap<String, Finding>();
        long slowest = 0;
        long largest = 0;
        long faults = 0;
        for (var worker : workers) {
            var tally = worker.tally();
            tally.findings().forEach(findings::putIfAbsent);
            slowest = Math.max(slowest, tally.slowestNanos());
            largest = Math.max(largest, tally.largest());
            faults += tally.faults();
        }
        for (var finding : findings.values()) {
            out.print(finding.words());
            out.println(repeat(finding.keep(kept)));
        }
        out.printf(
                Locale.ROOT,
                "%-14s %,12d inputs %,9.0f/s  findings %d (%,d inputs)  slowest %,d µs  largest allocation %,d KiB%n",
                target.name(),
                inputs(),
                inputs() / seconds,
                findings.size(),
                faults,
                slowest / 1_000,
                largest >> 10);
        return findings.size();
    }

    private String repeat(Path file) {
        return "  repeat: bin/fuzz " + target.name() + " --repeat " + file;
    }
}
