package dev.outrigger.launch;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A program with no sandbox around it.
public final class ChildProgram extends ProcessProgram {
    private static final long DEATH_SECONDS = 5;

    /// For what the dead have written. Only somebody who escaped can keep the pipe open for longer.
    private static final Duration DRAINED = Duration.ofSeconds(1);

    private final ProgramRun run;
    private final YoungerProcesses births;
    private final @Nullable RunRecord remembered;
    private final StderrDrain stderr;
    private final Thread draining;
    private @Nullable ProgramEnding ending;

    private ChildProgram(
            ProgramSpec program,
            Process process,
            ChildPipes pipes,
            ProgramRun run,
            String token,
            @Nullable RunRecord remembered,
            ProgramListener listener) {
        super(program, process, pipes.stdin(), pipes.stdout(), listener);
        this.run = run;
        this.births = YoungerProcesses.since(process.pid());
        this.remembered = remembered;
        this.stderr = new StderrDrain(process.getErrorStream(), token, listener);
        this.draining =
                Thread.ofPlatform().daemon().name("stderr of " + program.file()).start(stderr);
    }

    static ChildProgram spawn(
            ProgramSpec program,
            StartPlan plan,
            ProgramRun run,
            String token,
            @Nullable RunRecord remembered,
            ProgramListener listener)
            throws CannotStart {
        var process = new Spawning(program, plan).process();
        try {
            var pipes = ChildPipes.of(process);
            var child = new ChildProgram(program, process, pipes, run, token, remembered, listener);
            child.letGo();
            return child;
        } catch (IOException e) {
            process.destroyForcibly();
            throw new CannotStart.ExecFailed(program.file(), "its pipes: " + e.getMessage());
        }
    }

    /// One that has died already is told by its end, like any other.
    private void letGo() {
        try {
            stdin().write(ChildPipes.GO);
        } catch (IOException e) {
            warn(program.file() + " was gone before it began: " + e.getMessage());
        }
    }

    /// Also the id of its session and of its process group.
    long pid() {
        return process.pid();
    }

    ProgramRun run() {
        return run;
    }

    @Override
    public List<String> stderrTail() {
        return stderr.tail();
    }

    @Override
    public ProgramEnding kill() {
        if (process.isAlive()) {
            // Looked up while it lives: its death would cut the last tie to whoever also left its session and its
            // cookie.
            var descendants = process.descendants().toList();
            // Not Process.destroy, which closes the streams under their readers.
            process.toHandle().destroyForcibly();
            descendants.forEach(ProcessHandle::destroyForcibly);
        }
        return finish();
    }

    private synchronized ProgramEnding finish() {
        if (ending == null) {
            boolean interrupted = Thread.interrupted();
            boolean dead = UninterruptedWait.keep(() -> process.waitFor(DEATH_SECONDS, TimeUnit.SECONDS));
            var alive = StrayProcesses.end(run, leader(dead), births);
            stdin().close();
            UninterruptedWait.keep(() -> draining.join(DRAINED));
            if (!alive.isEmpty() || !dead) {
                warn(program.file() + " or something it started could not be ended: process " + alive);
            } else if (remembered != null) {
                remembered.remove();
            }
            ending = dead ? ending(process.exitValue()) : ProgramEnding.ofStatus(128 + 9);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return ending;
    }

    /// The kernel gives the number of a session to nobody while the session has members. So once the child is gone,
    /// nobody has its pid, or else nobody is left in its session.
    private long leader(boolean dead) {
        return dead && new File("/proc/" + pid()).exists() ? 0 : pid();
    }

    private ProgramEnding ending(int status) {
        var refusal = stderr.refusal();
        var told = ProgramEnding.ofStatus(status);
        if (!refusal.isEmpty()) {
            return notStarted(reason(refusal));
        }
        if (!stderr.begun() && told instanceof ProgramEnding.Exited) {
            var words = String.join(" / ", stderr.tail());
            return notStarted(words.isEmpty() ? "its preparation ended with " + told.words() : words);
        }
        return told;
    }

    private ProgramEnding notStarted(String words) {
        return new ProgramEnding.NotStarted("cannot start " + program.file() + ": " + words);
    }

    private static String withoutColon(String words) {
        return words.startsWith(": ") ? words.substring(2) : words;
    }

    /// Shells say `<name>: 1: exec: <file>: <reason>`, each with its own middle; `become` names what it failed at.
    private String reason(String refusal) {
        var named = program.file() + ": ";
        int at = refusal.indexOf(named);
        var words = at < 0 ? withoutColon(refusal.strip()) : refusal.substring(at + named.length());
        var now = StartDiagnosis.of(program.original(), program.environment().getOrDefault("PATH", ""));
        return now.isEmpty() ? words : words + " (" + now.get().getMessage() + ")";
    }
}
