package dev.outrigger.launch;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Starts a process on a thread which then waits for it. The kernel's parent-death signal follows the *thread* that
/// started a child, so this one lives as long as the child does, whatever becomes of the caller's.
final class Spawning implements Runnable {
    static {
        QuietProcessStart.give();
    }

    private final ProgramSpec program;
    private final StartPlan plan;
    private @Nullable Process process;
    private @Nullable String failure;

    Spawning(ProgramSpec program, StartPlan plan) {
        this.program = program;
        this.plan = plan;
    }

    Process process() throws CannotStart {
        Thread.ofPlatform().daemon().name("waits for " + program.file()).start(this);
        UninterruptedWait.keep(this::answered);
        synchronized (this) {
            if (process == null) {
                throw new CannotStart.ExecFailed(program.file(), String.valueOf(failure));
            }
            return process;
        }
    }

    private synchronized boolean answered() throws InterruptedException {
        while (process == null && failure == null) {
            wait();
        }
        return true;
    }

    private synchronized void answer(@Nullable Process process, @Nullable String failure) {
        this.process = process;
        this.failure = failure;
        notifyAll();
    }

    @Override
    public void run() {
        Process started;
        try {
            started = spawn();
        } catch (IOException | RuntimeException e) {
            answer(null, String.valueOf(e.getMessage()));
            return;
        }
        answer(started, null);
        UninterruptedWait.keep(started::waitFor);
    }

    /// The environment that ProcessBuilder starts from holds our own variables as bytes. Those that stay the same are
    /// left there: made anew from their text, they would lose what the locale cannot express.
    private Process spawn() throws IOException {
        var directory = program.directory().toFile();
        if (!directory.isDirectory()) {
            throw new IOException("the folder to start it in, " + directory + ", is not there");
        }
        var builder = new ProcessBuilder(plan.argv()).directory(directory);
        var env = builder.environment();
        env.keySet().retainAll(plan.env().keySet());
        for (var entry : plan.env().entrySet()) {
            if (!entry.getValue().equals(env.get(entry.getKey()))) {
                env.put(entry.getKey(), entry.getValue());
            }
        }
        return builder.start();
    }
}
