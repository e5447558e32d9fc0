package dev.outrigger.assistant.plugin;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The time that a talk with a plugin has, step by step, from the moment that this is made. The thread that talks goes
/// from step to step; the one that waits for it says when the time of a step is up, or that nobody wants to know any
/// more. Then it is over, and there is no next step.
final class TalkDeadlines {
    /// Where limits are shorter than this, being late by as much does no harm.
    private static final long SHORTEST_NAP = 1_000_000;

    private sealed interface Phase {}

    private record Step(long until, FailureCode late, String words) implements Phase {
        long left() {
            return Math.max(until - System.nanoTime(), 0);
        }
    }

    private record Over(@Nullable FailureCode code, String words) implements Phase {
        TalkStopped stopped() {
            return new TalkStopped(code, words);
        }
    }

    private final PluginSpec.Limits limits;
    private final long overall;
    private final long longestNap;
    private Phase phase;

    /// With the first step, the start.
    TalkDeadlines(PluginSpec.Limits limits) {
        this.limits = limits;
        this.overall = System.nanoTime() + limits.invocation().toNanos();
        long shortest = Math.min(limits.launch().toNanos(), limits.handshake().toNanos());
        this.longestNap = Math.max(Math.min(shortest, limits.teardown().toNanos()), SHORTEST_NAP);
        this.phase = step(limits.launch(), FailureCode.LAUNCH_FAILED, "not started");
    }

    /// The step that has to be done within this limit and, as all of them, within the overall one.
    synchronized void begin(Duration limit, FailureCode late, String what) throws TalkStopped {
        check();
        phase = step(limit, late, what);
    }

    /// The step that may take as long as there is time at all.
    void beginTheRest() throws TalkStopped {
        begin(limits.invocation(), FailureCode.TIMEOUT, "not done");
    }

    private Step step(Duration limit, FailureCode late, String what) {
        long until = System.nanoTime() + limit.toNanos();
        return until - overall < 0
                ? new Step(until, late, what + " within " + words(limit))
                : new Step(overall, FailureCode.TIMEOUT, "not done within " + words(limits.invocation()));
    }

    /// To be asked before what came is looked at: so what the end of the time causes (a kill, the end of a pipe) never
    /// counts as the plugin's own doing.
    synchronized void check() throws TalkStopped {
        if (now() instanceof Over over) {
            throw over.stopped();
        }
    }

    /// How long whoever keeps the time may sleep; nothing once it is over. No step that begins meanwhile ends before.
    synchronized long nap() {
        return now() instanceof Step step ? Math.min(step.left(), longestNap) : 0;
    }

    private Phase now() {
        if (phase instanceof Step step && step.left() == 0) {
            phase = new Over(step.late, step.words);
        }
        return phase;
    }

    synchronized void cancel() {
        if (phase instanceof Step) {
            phase = new Over(null, "cancelled");
        }
    }

    /// Why it is over, once it is.
    synchronized Optional<TalkStopped> over() {
        return phase instanceof Over over ? Optional.of(over.stopped()) : Optional.empty();
    }

    /// Of the present step.
    synchronized Duration left() {
        return phase instanceof Step step ? Duration.ofNanos(step.left()) : Duration.ZERO;
    }

    static String words(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }
}
