package dev.outrigger.fuzz;

import dev.outrigger.fuzz.base.Target;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/// An input that a reader is wrong about, made small, and what it does.
final class Finding {
    private static final int MOST_TRIES = 4_000;
    private static final long LONGEST_NANOS = 10_000_000_000L;

    private final String target;
    private final String fault;
    private final byte[] input;
    private final TargetOutcome trial;

    Finding(String target, String fault, byte[] input, TargetOutcome trial) {
        this.target = target;
        this.fault = fault;
        this.input = input;
        this.trial = trial;
    }

    /// Takes parts out as long as the fault stays.
    static Finding smallest(Target target, String fault, byte[] input) {
        var small = input;
        int tries = 0;
        long start = System.nanoTime();
        for (int part = Math.max(1, small.length / 2); part > 0; part /= 2) {
            for (int at = 0; at < small.length; ) {
                if (tries++ > MOST_TRIES || System.nanoTime() - start > LONGEST_NANOS) {
                    return of(target, fault, small);
                }
                var shorter = without(small, at, part);
                if (TargetOutcome.exactly(target, shorter)
                        .fault(target, shorter.length)
                        .equals(fault)) {
                    small = shorter;
                } else {
                    at += part;
                }
            }
        }
        return of(target, fault, small);
    }

    private static Finding of(Target target, String fault, byte[] input) {
        return new Finding(target.name(), fault, input, TargetOutcome.exactly(target, input));
    }

    private static byte[] without(byte[] in, int at, int length) {
        int end = Math.min(in.length, at + length);
        var out = Arrays.copyOf(in, in.length - (end - at));
        System.arraycopy(in, end, out, at, in.length - end);
        return out;
    }

    /// The file that it can be repeated from.
    Path keep(Path folder) throws IOException {
        var there = Files.createDirectories(folder.resolve(target));
        var name = fault.replaceAll("[^A-Za-z0-9.]+", "-");
        return Files.write(there.resolve(name.substring(0, Math.min(80, name.length()))), input);
    }

    String words() {
        var words = new StringBuilder(target + ": " + fault + "\n");
        words.append(String.format(
                Locale.ROOT,
                "  %d bytes, %d µs, %d bytes allocated%n",
                input.length,
                trial.cpuNanos() / 1_000,
                trial.allocated()));
        if (trial.thrown() != null) {
            var trace = new StringWriter();
            trial.thrown().printStackTrace(new PrintWriter(trace));
            trace.toString()
                    .lines()
                    .limit(16)
                    .forEach(line -> words.append("  ").append(line).append('\n'));
        }
        return words.toString();
    }
}
