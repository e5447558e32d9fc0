package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.Patience;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The thread that starts a sandbox, and then does nothing until it is closed.
///
/// The kernel kills bubblewrap when the *thread* that started it ends, so this one lives as long. And what was done to
/// it before the start, a filter of system calls, it passes on to every thread that it starts, also to one that the JVM
/// starts for it to carry a virtual thread it woke. So it starts none, and nobody but its [Keeper] waits for it.
final class Starter implements Runnable, AutoCloseable {
    private static final long STACK = 128 << 10;

    private final String name;
    private final Spawn spawn;
    private final AtSpawn atSpawn;
    private long pid;
    private @Nullable Exception failure;
    private boolean over;

    Starter(String name, Spawn spawn, AtSpawn atSpawn) {
        this.name = name;
        this.spawn = spawn;
        this.atSpawn = atSpawn;
    }

    /// The process that was started.
    long start() throws IOException {
        var thread = new Thread(null, this, "starts " + name, STACK);
        thread.setDaemon(true);
        thread.start();
        Patience.keep(this::answered);
        synchronized (this) {
            if (failure != null) {
                throw new IOException(failure.getMessage(), failure);
            }
            return pid;
        }
    }

    private synchronized boolean answered() throws InterruptedException {
        while (pid == 0 && failure == null) {
            wait();
        }
        return true;
    }

    @Override
    public void run() {
        try {
            atSpawn.before();
            long started = spawn.start();
            answer(started, null);
        } catch (IOException | RuntimeException e) {
            answer(0, e);
            return;
        }
        Patience.keep(this::ended);
    }

    private synchronized void answer(long started, @Nullable Exception why) {
        pid = started;
        failure = why;
        notifyAll();
    }

    private synchronized boolean ended() throws InterruptedException {
        while (!over) {
            wait();
        }
        return true;
    }

    @Override
    public synchronized void close() {
        over = true;
        notifyAll();
    }
}
