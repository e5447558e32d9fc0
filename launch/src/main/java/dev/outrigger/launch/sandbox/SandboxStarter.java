package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.Uninterrupted;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The thread that starts a sandbox, sets its limits, and then does nothing until it is closed.
///
/// The kernel kills bubblewrap when the *thread* that started it ends, so this one lives as long. It is also the user
/// that the sandbox runs as: that saves a program in between which would only change the user; and only the same
/// user may lower the limits of the first process inside, from where all others have them. (Set before, they would
/// hold for bubblewrap as well, and the number of processes would count all that the user has outside.)
///
/// Its user it passes on to every thread that it starts, also to one that the JVM starts for it to carry a virtual
/// thread it woke. So it starts none, and nobody but its [SandboxThread] waits for it.
final class SandboxStarter implements Runnable, AutoCloseable {
    private static final long STACK = 128 << 10;
    private static final int FILE_SIZE = 1;
    private static final int DATA = 2;
    private static final int CORE = 4;
    private static final int PROCESSES = 6;
    private static final int OPEN_FILES = 7;

    private interface Step {
        long take() throws IOException;
    }

    private final String name;
    private final ProcessorKind machine;
    private final HostIdentity as;
    private final SpawnRequest spawn;
    private final SpawnStep atSpawn;

    /// What it is to do next; none when it is done.
    private @Nullable Step step = this::spawned;

    private boolean over;
    private long answer;
    private @Nullable Throwable failure;

    SandboxStarter(String name, ProcessorKind machine, HostIdentity as, SpawnRequest spawn, SpawnStep atSpawn) {
        this.name = name;
        this.machine = machine;
        this.as = as;
        this.spawn = spawn;
        this.atSpawn = atSpawn;
    }

    void start() {
        var thread = new Thread(null, this, "starts " + name, STACK);
        thread.setDaemon(true);
        thread.start();
    }

    /// The process that was started.
    long process() throws IOException {
        return answer();
    }

    /// For the first process inside, before there is another one.
    void limit(long inside, SandboxLimits limits) throws IOException {
        synchronized (this) {
            step = () -> {
                set(inside, limits);
                return 0;
            };
            notifyAll();
        }
        var _ = answer();
    }

    private long spawned() throws IOException {
        atSpawn.before();
        if (as instanceof HostIdentity.Other(int uid, int gid)) {
            Posix.become(machine, uid, gid);
        }
        return spawn.start();
    }

    private void set(long inside, SandboxLimits limits) throws IOException {
        Posix.limit(machine, inside, CORE, 0);
        Posix.limit(machine, inside, PROCESSES, limits.processes());
        Posix.limit(machine, inside, OPEN_FILES, limits.openFiles());
        Posix.limit(machine, inside, FILE_SIZE, limits.fileBytes());
        // Not the address space, of which a JVM reserves far more than it uses.
        Posix.limit(machine, inside, DATA, limits.memoryBytes());
    }

    private long answer() throws IOException {
        Uninterrupted.keep(this::answered);
        synchronized (this) {
            if (failure != null) {
                throw new IOException(words(failure), failure);
            }
            return answer;
        }
    }

    private static String words(Throwable failure) {
        return failure instanceof IOException ? String.valueOf(failure.getMessage()) : failure.toString();
    }

    private synchronized boolean answered() throws InterruptedException {
        while (step != null) {
            wait();
        }
        return true;
    }

    @Override
    public void run() {
        while (true) {
            var next = Uninterrupted.keep(this::next);
            if (next.isEmpty()) {
                return;
            }
            long told = 0;
            Throwable why = null;
            try {
                told = next.get().take();
            } catch (IOException | RuntimeException | Error e) {
                // Its keeper waits for an answer without a limit.
                why = e;
            }
            synchronized (this) {
                answer = told;
                failure = why;
                step = null;
                notifyAll();
            }
        }
    }

    private synchronized Optional<Step> next() throws InterruptedException {
        while (step == null && !over) {
            wait();
        }
        return Optional.ofNullable(step);
    }

    @Override
    public synchronized void close() {
        over = true;
        notifyAll();
    }
}
