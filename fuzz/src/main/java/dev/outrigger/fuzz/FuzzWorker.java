package dev.outrigger.fuzz;

import dev.outrigger.fuzz.base.Target;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// One thread's share of a target's inputs: the same ones for the same seed.
final class FuzzWorker implements Runnable {
    private static final int MOST_FINDINGS = 20;

    /// What one target has been through.
    record Tally(long inputs, long slowestNanos, long largest, Map<String, Finding> findings, long faults) {}

    private final Target target;
    private final Corpus corpus;
    private final Mutator mutator;
    private final long wanted;
    private final long untilNanos;
    private final Map<String, Finding> findings = new LinkedHashMap<>();
    private long slowestNanos;
    private long largest;
    private long faults;
    private volatile long inputs;
    private volatile byte @Nullable [] current;
    private volatile long sinceNanos = System.nanoTime();

    FuzzWorker(Target target, List<byte[]> seeds, long seed, long wanted, long untilNanos) {
        var random = new SplittableRandom(seed);
        this.target = target;
        this.corpus = new Corpus(seeds, random.split());
        this.mutator = new Mutator(random, target.words(), target.longest());
        this.wanted = wanted;
        this.untilNanos = untilNanos;
        for (var one : seeds) {
            // What a reader loads at its first use is not the input's.
            TargetOutcome.of(target, one);
        }
        for (var one : seeds) {
            one(one);
        }
        inputs = 0;
    }

    @Override
    public void run() {
        while (inputs < wanted && System.nanoTime() - untilNanos < 0) {
            one(mutator.mutated(corpus.any(), corpus.any()));
        }
        current = null;
    }

    // Only this thread counts; the others look.
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void one(byte[] input) {
        sinceNanos = System.nanoTime();
        current = input;
        var trial = TargetOutcome.of(target, input);
        inputs++;
        var fault = trial.fault(target, input.length);
        boolean extreme = trial.nanos() > slowestNanos || trial.allocated() > largest;
        if (!fault.isEmpty() || extreme) {
            // What else the machine does, and the first use of a class, are no fault of the input.
            trial = TargetOutcome.exactly(target, input);
            fault = trial.fault(target, input.length);
            slowestNanos = Math.max(slowestNanos, trial.cpuNanos());
            largest = Math.max(largest, trial.allocated());
        }
        if (fault.isEmpty()) {
            corpus.learn(input, trial.outcome());
            return;
        }
        faults++;
        // It came back, and what is tried on it now is made shorter: nothing to watch.
        current = null;
        if (findings.size() < MOST_FINDINGS && !findings.containsKey(fault)) {
            findings.put(fault, Finding.smallest(target, fault, input));
        }
    }

    long inputs() {
        return inputs;
    }

    /// Since when it is at the present input; that input is null when it is at none.
    long sinceNanos() {
        return sinceNanos;
    }

    byte @Nullable [] current() {
        return current;
    }

    Tally tally() {
        return new Tally(inputs, slowestNanos, largest, findings, faults);
    }
}
