package dev.outrigger.assistant.plugin;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.launch.RunningProgram;
import dev.outrigger.launch.UninterruptedWait;
import dev.outrigger.launch.WaitingThreads;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A talk with a plugin, from its start to its end. One thread starts it, talks and listens, one thing after the
/// other, and stays until its end; the caller waits beside it and keeps the time. Reading from a pipe cannot be
/// broken off: when the time is up, or the talk is cancelled, the caller kills the plugin, which ends every read.
/// What came of it is said by the thread that talks all the same.
final class TimedTalk<T> {
    interface Talk<T> {
        /// Until the plugin's end is seen. Whatever was waited for, [TalkDeadlines#check] comes before a look
        /// at it.
        T with(RunningProgram plugin, TalkDeadlines deadlines) throws TalkStopped;
    }

    private final PluginStarter starter;
    private final PluginSpec spec;
    private final Talk<T> talk;
    private final TalkDeadlines deadlines;
    private final FutureTask<T> talking = new FutureTask<>(this::talk) {
        @Override
        protected void done() {
            LockSupport.unpark(caller);
        }
    };
    private volatile @Nullable RunningProgram plugin;
    private volatile @Nullable Thread caller;

    /// Its time begins now.
    TimedTalk(PluginStarter starter, PluginSpec spec, Talk<T> talk) {
        this.starter = starter;
        this.spec = spec;
        this.talk = talk;
        this.deadlines = new TalkDeadlines(spec.limits());
    }

    /// Afterwards nothing is left of the plugin, unless the words say so. An interrupt cancels it.
    T run(Cancellation cancellation) throws TalkStopped {
        caller = Thread.currentThread();
        boolean interrupted = false;
        try (var _ = cancellation.onCancel(this::cancel)) {
            WaitingThreads.run(talking);
            while (!talking.isDone() && deadlines.over().isEmpty()) {
                LockSupport.parkNanos(this, deadlines.nap());
                if (Thread.interrupted()) {
                    interrupted = true;
                    deadlines.cancel();
                }
            }
            boolean dead = talking.isDone() || UninterruptedWait.keep(this::end);
            return outcome(dead);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// The last lines that it wrote there.
    List<String> stderr() {
        var started = plugin;
        return started == null ? List.of() : started.stderrTail();
    }

    private void cancel() {
        deadlines.cancel();
        LockSupport.unpark(caller);
    }

    /// Whether the plugin is dead; one that is just being started is ended by the thread that starts it. The end is
    /// waited for, since that thread has something to say about it.
    private boolean end() throws InterruptedException {
        var started = plugin;
        boolean dead = started != null && kill(started);
        try {
            talking.get(spec.limits().afterKill().toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException _) {
            // Looked at by whoever called.
        }
        return dead;
    }

    private T outcome(boolean dead) throws TalkStopped {
        return switch (talking.state()) {
            case SUCCESS -> talking.resultNow();
            case FAILED -> throw failure(talking.exceptionNow());
            case RUNNING, CANCELLED -> {
                var over = deadlines.over().orElseThrow();
                throw dead ? over.and("; somebody else holds its pipes, and may go on") : endless(over);
            }
        };
    }

    private static TalkStopped failure(Throwable thrown) {
        return switch (thrown) {
            case TalkStopped stopped -> stopped;
            case RuntimeException bug -> throw bug;
            default -> throw new IllegalStateException(thrown);
        };
    }

    private T talk() throws TalkStopped {
        var started = start();
        plugin = started;
        try {
            deadlines.check();
            return talk.with(started, deadlines);
        } catch (TalkStopped stopped) {
            throw kill(started) ? stopped : endless(stopped);
        } catch (RuntimeException | Error bug) {
            var _ = kill(started);
            throw bug;
        } finally {
            started.close();
        }
    }

    private RunningProgram start() throws TalkStopped {
        try {
            return starter.start(spec);
        } catch (PluginStarter.CannotLaunch e) {
            throw new TalkStopped(FailureCode.LAUNCH_FAILED, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            // Our own mistake, which is the same to whoever waits for the plugin.
            throw new TalkStopped(FailureCode.LAUNCH_FAILED, "starting it failed: " + e);
        }
    }

    /// False when it would not die.
    private static boolean kill(RunningProgram started) {
        started.kill();
        return !started.isAlive();
    }

    private TalkStopped endless(TalkStopped stopped) {
        return stopped.and("; it could not be ended within "
                + TalkDeadlines.words(spec.limits().afterKill()));
    }
}
