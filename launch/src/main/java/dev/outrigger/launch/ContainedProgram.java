package dev.outrigger.launch;

import java.io.File;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A short-lived program in a process namespace of its own, with exactly the environment it is given: no cookie
/// is needed to find what it started, since the kernel ends all of it with its first process, and lets nobody
/// see the end of the first one before the others are dead. So whoever has seen the end knows that nothing is left.
///
/// `contain`, our own small program, stays as its parent and ends it when the host ends. Where that was not compiled,
/// `setpriv`, `unshare` and `setsid` do nearly the same in a row, which takes two milliseconds instead of a third of
/// one; there, the program could take back that it ends with the host. Both ways the program has a session of its own,
/// without a terminal, and what it sends to its process group reaches nobody else. It is process 1 of its namespace:
/// there, signals that it sends to itself without handling them do nothing, SIGKILL included.
///
/// The kernel ties it to the *thread* that started it, which must stay until the end.
public final class ContainedProgram extends ProcessProgram {
    private static final Duration DRAINED = Duration.ofSeconds(1);
    private static final Duration DEATH = Duration.ofSeconds(2);
    /// What `unshare` of util-linux 2.38 has to say when its child was killed: nothing that the program said.
    private static final String UNSHARE_AFTER_A_KILL = "unshare: sigprocmask unblock failed: Invalid argument";

    /// Where `env` looks without a PATH.
    private static final String PATH_OF_WHO_HAS_NONE = "/bin:/usr/bin";

    private static final List<String> PREPARING = List.of("contain", "unshare", "setpriv", "setsid");

    private static final long PAUSE_NANOS = 200_000;

    static {
        QuietProcessStart.give();
    }

    /// By `contain`.
    private final boolean guarded;
    private final NotedInput noted;
    private final StderrTail said;
    private final CountDownLatch drained = new CountDownLatch(1);
    private @Nullable ProgramEnding ending;

    /// Notes whether anything came.
    private static final class NotedInput extends FilterInputStream {
        private volatile boolean spoken;

        NotedInput(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int one = in.read();
            spoken |= one >= 0;
            return one;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int n = in.read(bytes, from, length);
            spoken |= n > 0;
            return n;
        }
    }

    private ContainedProgram(ProgramSpec program, Process process, boolean guarded, ProgramListener listener) {
        var noted = new NotedInput(process.getInputStream());
        super(program, process, process.getOutputStream(), noted, listener);
        this.noted = noted;
        this.guarded = guarded;
        this.said = new StderrTail(listener, UNSHARE_AFTER_A_KILL::equals);
        try {
            WaitingThreads.run(this::drain);
        } catch (OutOfMemoryError e) {
            // No thread to be had: then nobody would see to its end either.
            process.destroyForcibly();
            throw e;
        }
    }

    /// `contain` of the program is taken as said. That the system refuses to run it after all is told by
    /// its end.
    public static ContainedProgram start(ProgramSpec program, ProgramListener listener) throws CannotStart {
        var searchPath = program.environment().getOrDefault("PATH", PATH_OF_WHO_HAS_NONE);
        var problem = StartDiagnosis.of(program.file(), searchPath);
        if (problem.isPresent()) {
            throw problem.get();
        }
        var directory = program.directory().toFile();
        if (!directory.isDirectory()) {
            throw new CannotStart.ExecFailed(
                    program.file(), "the folder to start it in, " + directory + ", is not there");
        }
        var contain = NativePrograms.program("contain");
        var argv = contain.isPresent() ? guarded(contain.get()) : chain(program);
        argv.add(program.file().toString());
        argv.addAll(program.args());
        var builder = new ProcessBuilder(argv).directory(directory);
        var environment = builder.environment();
        environment.clear();
        try {
            environment.putAll(program.environment());
            return new ContainedProgram(program, builder.start(), contain.isPresent(), listener);
        } catch (IOException | IllegalArgumentException e) {
            throw new CannotStart.ExecFailed(program.file(), String.valueOf(e.getMessage()));
        }
    }

    private static List<String> guarded(Path contain) {
        var argv = new ArrayList<String>();
        argv.add(contain.toString());
        argv.add(Long.toString(ProcessHandle.current().pid()));
        return argv;
    }

    private static List<String> chain(ProgramSpec program) throws CannotStart.MissingTool {
        var tools = SystemTools.find(
                new ProgramSpec(program.file(), program.args(), program.environment(), program.directory(), true));
        var argv = new ArrayList<String>();
        argv.addAll(List.of(tools.setsid(), tools.setpriv(), "--pdeathsig", "KILL", "--"));
        argv.addAll(List.of(tools.unshare(), "--user", "--map-current-user", "--pid", "--fork", "--kill-child", "--"));
        argv.add(tools.setsid());
        return argv;
    }

    /// All of them, once the program has ended and this was waited for.
    @Override
    public List<String> stderrTail() {
        if (!process.isAlive()) {
            UninterruptedWait.keep(() -> drained.await(DRAINED.toNanos(), TimeUnit.NANOSECONDS));
        }
        return said.tail();
    }

    @Override
    public synchronized ProgramEnding kill() {
        if (ending == null) {
            stdin().close();
            boolean dead = !process.isAlive() || diesByUs();
            ending = dead ? ending(process.exitValue()) : ProgramEnding.ofStatus(128 + 9);
        }
        return ending;
    }

    /// The pipes the JDK closes by itself.
    @Override
    public void close() {
        kill();
    }

    /// What prepares it names itself on stderr, and nothing has come on stdout then. (The program could do so as well,
    /// and be taken for one that was never started.)
    private ProgramEnding ending(int status) {
        if (!noted.spoken && (status == 1 || status == 126 || status == 127)) {
            var tail = stderrTail();
            var last = tail.isEmpty() ? "" : tail.getLast();
            if (PREPARING.stream().anyMatch(name -> last.startsWith(name + ": "))) {
                return new ProgramEnding.NotStarted("cannot start " + program.file() + ": " + last);
            }
        }
        return ProgramEnding.ofStatus(status);
    }

    private boolean diesByUs() {
        long limit = System.nanoTime() + DEATH.toNanos();
        if (guarded) {
            // By SIGTERM, which `contain` is asked by. Killed itself, it could do nothing more.
            process.toHandle().destroy();
        } else {
            killFirst(limit);
        }
        long left = Math.max(limit - System.nanoTime(), 0);
        if (UninterruptedWait.keep(() -> process.waitFor(left, TimeUnit.NANOSECONDS))) {
            return true;
        }
        process.toHandle().destroyForcibly();
        return !process.isAlive();
    }

    /// The first process inside is the one to kill: its parent outside goes after it. Killed in the moment between
    /// its fork and the child's first call, the parent would leave the child behind.
    private void killFirst(long limit) {
        while (process.isAlive() && System.nanoTime() - limit < 0) {
            var first = first();
            if (first.isPresent()) {
                var handle = ProcessHandle.of(first.getAsLong());
                // Looked at again, for the number could be another's by now.
                if (handle.isPresent() && first().equals(first)) {
                    handle.get().destroyForcibly();
                }
                return;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /// As the host counts; none before there is one.
    private OptionalLong first() {
        var pid = process.pid();
        var children = new File("/proc/" + pid + "/task/" + pid + "/children");
        if (!children.exists()) {
            var one = process.children().findFirst();
            return one.isPresent() ? OptionalLong.of(one.get().pid()) : OptionalLong.empty();
        }
        var text = ProcFiles.text(children.getPath()).strip();
        return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text.split(" ", 2)[0]));
    }

    private void drain() {
        var buffer = new byte[8192];
        try (var pipe = process.getErrorStream()) {
            for (int n = pipe.read(buffer); n >= 0; n = pipe.read(buffer)) {
                said.feed(buffer, n);
            }
        } catch (IOException e) {
            said.take("(stderr cannot be read any more: " + e.getMessage() + ")");
        }
        said.finish();
        drained.countDown();
    }
}
