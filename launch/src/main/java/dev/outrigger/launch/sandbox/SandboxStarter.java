package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.UninterruptedWait;
import dev.outrigger.system.ProcessorKind;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The thread that starts all sandboxes of one user, and sets their limits.
///
/// The kernel kills bubblewrap when the *thread* that started it ends, so this one lives until the last of them is
/// dead. It is also the user that they run as: that saves a program in between which would only change the user; and
/// only the same user may lower the limits of the first process inside, from where all others have them. (Set before,
/// they would hold for bubblewrap as well, and the number of processes would count all that the user has outside.)
///
/// Its user it passes on to every thread that it starts, also to one that the JVM starts for it to carry a virtual
/// thread it woke. So it starts none, and whoever waits for it is a thread of the system's own: see [SandboxThread].
final class SandboxStarter implements Runnable {
    private static final long STACK = 128 << 10;
    private static final int FILE_SIZE = 1;
    private static final int DATA = 2;
    private static final int CORE = 4;
    private static final int PROCESSES = 6;
    private static final int OPEN_FILES = 7;

    private static final Map<HostIdentity, SandboxStarter> AT_WORK = new HashMap<>();

    private final HostIdentity as;
    private final ProcessorKind machine;
    private final Queue<StarterTask> errands = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    /// How many sandboxes it has started that are not dead; under the lock of [#AT_WORK].
    private int uses;

    private volatile boolean over;

    private SandboxStarter(HostIdentity as, ProcessorKind machine) {
        this.as = as;
        this.machine = machine;
        this.thread = new Thread(null, this, "starts sandboxes", STACK);
        thread.setDaemon(true);
    }

    /// For one sandbox, until it is dead: then [#leave].
    static SandboxStarter of(HostIdentity as, ProcessorKind machine) {
        synchronized (AT_WORK) {
            var starter = AT_WORK.get(as);
            if (starter == null) {
                starter = new SandboxStarter(as, machine);
                starter.thread.start();
                AT_WORK.put(as, starter);
            }
            starter.uses++;
            return starter;
        }
    }

    void leave() {
        synchronized (AT_WORK) {
            uses--;
            if (uses > 0) {
                return;
            }
            AT_WORK.remove(as);
        }
        over = true;
        LockSupport.unpark(thread);
    }

    /// Has it done on this thread, when its turn comes; its answer is the new process.
    StarterTask spawn(SpawnRequest request) {
        return sent(new StarterTask(request::start));
    }

    /// For the first process inside, before there is another one.
    void limit(long inside, SandboxLimits limits) throws IOException {
        var _ = sent(new StarterTask(() -> {
                    set(inside, limits);
                    return 0;
                }))
                .answer();
    }

    private StarterTask sent(StarterTask errand) {
        errands.add(errand);
        LockSupport.unpark(thread);
        return errand;
    }

    private void set(long inside, SandboxLimits limits) throws IOException {
        Posix.limit(machine, inside, CORE, 0);
        Posix.limit(machine, inside, PROCESSES, limits.processes());
        Posix.limit(machine, inside, OPEN_FILES, limits.openFiles());
        Posix.limit(machine, inside, FILE_SIZE, limits.fileBytes());
        // Not the address space, of which a JVM reserves far more than it uses.
        Posix.limit(machine, inside, DATA, limits.memoryBytes());
    }

    @Override
    public void run() {
        Throwable other = null;
        try {
            if (as instanceof HostIdentity.Other(int uid, int gid)) {
                Posix.become(machine, uid, gid);
            }
        } catch (IOException | RuntimeException | Error e) {
            // Whoever it is now, it is not who it should be: it does nothing at all.
            other = e;
        }
        while (!over) {
            var errand = errands.poll();
            if (errand == null) {
                LockSupport.park(this);
            } else {
                errand.run(other);
            }
        }
    }

    interface Step {
        long take() throws IOException;
    }

    /// Something that it is to do. One thread waits for it, and no virtual one.
    static final class StarterTask {
        private final Step step;
        private boolean done;
        private long told;
        private @Nullable Throwable failure;

        private StarterTask(Step step) {
            this.step = step;
        }

        private void run(@Nullable Throwable before) {
            long answer = 0;
            var why = before;
            if (why == null) {
                try {
                    answer = step.take();
                } catch (IOException | RuntimeException | Error e) {
                    // Somebody waits for an answer without a limit.
                    why = e;
                }
            }
            synchronized (this) {
                told = answer;
                failure = why;
                done = true;
                notifyAll();
            }
        }

        long answer() throws IOException {
            UninterruptedWait.keep(this::answered);
            synchronized (this) {
                if (failure != null) {
                    throw new IOException(words(failure), failure);
                }
                return told;
            }
        }

        private synchronized boolean answered() throws InterruptedException {
            while (!done) {
                wait();
            }
            return true;
        }

        private static String words(Throwable failure) {
            return failure instanceof IOException ? String.valueOf(failure.getMessage()) : failure.toString();
        }
    }
}
