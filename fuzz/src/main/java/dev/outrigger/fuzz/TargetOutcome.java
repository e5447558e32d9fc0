package dev.outrigger.fuzz;

import dev.outrigger.fuzz.base.Target;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/// What happened when a target was given an input.
///
/// @param outcome the target's words for it; "" when it threw
/// @param allocated bytes
record TargetOutcome(String outcome, @Nullable Throwable thrown, long nanos, long cpuNanos, long allocated) {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    /// By the clock, which is cheap.
    static TargetOutcome of(Target target, byte[] input) {
        return of(target, input, false);
    }

    /// By the time of the processor too, for an input that is suspected.
    static TargetOutcome exactly(Target target, byte[] input) {
        return of(target, input, true);
    }

    // Whatever a reader throws is what is looked for, errors not least.
    private static TargetOutcome of(Target target, byte[] input, boolean exactly) {
        var outcome = "";
        Throwable thrown = null;
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        long cpu = exactly ? THREADS.getCurrentThreadCpuTime() : 0;
        long start = System.nanoTime();
        try {
            outcome = target.read(input);
        } catch (Exception | Error e) {
            thrown = e;
        }
        long nanos = System.nanoTime() - start;
        long used = exactly ? THREADS.getCurrentThreadCpuTime() - cpu : nanos;
        return new TargetOutcome(outcome, thrown, nanos, used, THREADS.getCurrentThreadAllocatedBytes() - allocated);
    }

    /// What is wrong with it, by which findings are told apart; "" when nothing.
    String fault(Target target, int length) {
        if (thrown != null) {
            return fault(thrown);
        }
        if (cpuNanos > target.slowestMillis() * 1_000_000L) {
            return "slow";
        }
        return allocated > target.mostAllocated(length) ? "large" : "";
    }

    /// The kind of exception and the two innermost places of ours that it came through.
    private static String fault(Throwable thrown) {
        if (thrown instanceof Target.Broken) {
            return "Broken-" + thrown.getMessage();
        }
        var fault = new StringBuilder(thrown.getClass().getSimpleName());
        int places = 0;
        for (var frame : thrown.getStackTrace()) {
            boolean ours = frame.getClassName().startsWith("dev.outrigger.");
            if (frame.getClassName().equals(TargetOutcome.class.getName())
                    || places == 2
                    || (places > 0 && thrown instanceof StackOverflowError)) {
                break;
            }
            if (ours) {
                var name = frame.getClassName();
                fault.append('-').append(name.substring(name.lastIndexOf('.') + 1));
                fault.append('.').append(frame.getMethodName());
                places++;
            }
        }
        return fault.toString();
    }
}
