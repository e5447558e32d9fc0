package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.ProgramListener;
import dev.outrigger.launch.StderrTail;
import dev.outrigger.launch.Uninterrupted;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The thread of a sandbox: has it started, lets its program go, drains its stderr, and waits until all of it
/// is dead.
///
/// Bubblewrap is started before there is a plan, and waits for it at the first [StartGate].
///
/// It asks to be killed with the host only after a while; should the host be killed before, nobody would end the
/// sandbox. So the program is let go only when bubblewrap has told the pid of its first process, which it
/// does after asking: the one text that it writes itself comes through the second gate.
final class SandboxThread implements Runnable {
    private static final Pattern FIRST_PROCESS = Pattern.compile("\"child-pid\": *([0-9]+)");
    private static final int BUFFER = 4096;

    /// What the kernel hands out of these is what is touched; a thread of this kind touches little.
    private static final long STACK = 192 << 10;

    /// For what the kernel does at once; it is longer only on a machine that stands still.
    private static final Duration DEATH = Duration.ofSeconds(5);

    /// For what the dead have written. Only somebody who escaped can keep the pipe open for longer.
    private static final int DRAINED_MILLIS = 1000;

    /// The ends that are ours, of what the sandbox was given.
    record Ours(OwnedDescriptor stderr, OwnedDescriptor status, StartGate options, StartGate program) {
        void close() {
            stderr.close();
            status.close();
            options.close();
            program.close();
        }
    }

    private final String name;
    private final SandboxStarter starter;
    private final SpawnRequest spawn;
    private final SandboxLimits limits;
    private final Ours ours;
    private final SpawnStep atSpawn;
    private final ProgramListener listener;
    private final StderrTail said;
    private final StringBuilder told = new StringBuilder();

    private @Nullable OwnedDescriptor outside;
    private @Nullable OwnedDescriptor inside;
    private long first;
    private byte[] text = {};
    private boolean settled;
    private boolean neverBegan;
    private int exitStatus = -1;
    private boolean finished;
    private String failure = "";

    SandboxThread(
            String name,
            SandboxStarter starter,
            SpawnRequest spawn,
            SandboxLimits limits,
            Ours ours,
            SpawnStep atSpawn,
            ProgramListener listener) {
        this.name = name;
        this.starter = starter;
        this.spawn = spawn;
        this.limits = limits;
        this.ours = ours;
        this.atSpawn = atSpawn;
        this.listener = listener;
        this.said = new StderrTail(listener);
    }

    void start() {
        var thread = new Thread(null, this, "keeps " + name, STACK);
        thread.setDaemon(true);
        // Before this one, which has nothing to do until there is a process.
        starter.start();
        boolean kept = false;
        try {
            thread.start();
            kept = true;
        } finally {
            if (!kept) {
                starter.close();
            }
        }
    }

    /// Returns when bubblewrap is on its way, and knows what it is to make.
    void give(Bubblewrap bubblewrap) throws ConfinementRefused {
        synchronized (this) {
            text = bubblewrap.gate().getBytes(StandardCharsets.UTF_8);
        }
        try {
            ours.options().open(bubblewrap.optionBytes());
        } catch (IOException e) {
            // It is dead, or was never started: then that was said before.
            fail("it did not hear what it is to make: " + e.getMessage());
        }
        await(() -> outside != null || finished, Duration.ofMinutes(1));
        synchronized (this) {
            if (outside == null && exitStatus < 0) {
                throw new ConfinementRefused("the sandbox of " + name + ": " + failure);
            }
        }
    }

    StderrTail said() {
        return said;
    }

    /// The first process inside: all others end before it does. 0 when there is none yet, or never was.
    synchronized long first() {
        return first;
    }

    synchronized boolean exited() {
        return exitStatus >= 0 || finished;
    }

    /// As a shell would tell it; meaningful once it has [#exited].
    synchronized int exitStatus() {
        return exitStatus;
    }

    /// What bubblewrap told of the sandbox, to its end once this has ended.
    synchronized String told() {
        return told.toString();
    }

    /// Bubblewrap did its part, but what it ran never became the program.
    synchronized boolean neverBegan() {
        return neverBegan;
    }

    /// What went wrong on our side of it; empty when nothing did.
    synchronized String failure() {
        return failure;
    }

    synchronized boolean exitedWithin(Duration patience) throws InterruptedException {
        return waitFor(this::exited, patience);
    }

    /// Kills what there is, and waits until all is dead. False when something would not die.
    boolean kill() {
        // What has not been told yet will not be.
        ours.options().close();
        // Killed before it told of its first process, bubblewrap would leave that one behind.
        await(() -> settled || finished, DEATH);
        synchronized (this) {
            if (outside != null) {
                Posix.kill(outside);
            }
            if (inside != null) {
                Posix.kill(inside);
            }
        }
        return await(() -> finished, DEATH.multipliedBy(2));
    }

    private interface Condition {
        boolean holds();
    }

    private boolean await(Condition condition, Duration limit) {
        return Uninterrupted.keep(() -> waitFor(condition, limit));
    }

    private synchronized boolean waitFor(Condition condition, Duration limit) throws InterruptedException {
        long start = System.nanoTime();
        while (!condition.holds()) {
            long left = limit.toNanos() - (System.nanoTime() - start);
            if (left <= 0) {
                return false;
            }
            wait(left / 1_000_000, (int) (left % 1_000_000));
        }
        return true;
    }

    @Override
    public void run() {
        try {
            keep();
        } catch (IOException | RuntimeException e) {
            fail(String.valueOf(e.getMessage()));
        } finally {
            spawn.descriptors().forEach(OwnedDescriptor::close);
            ours.close();
            try {
                // Before anybody knows: who does may start the next one of this name, in a group of the same name.
                atSpawn.dead();
            } finally {
                finish();
            }
        }
    }

    private synchronized void finish() {
        if (outside != null) {
            outside.close();
        }
        if (inside != null) {
            inside.close();
        }
        outside = null;
        inside = null;
        finished = true;
        notifyAll();
    }

    private synchronized void fail(String why) {
        failure = failure.isEmpty() ? why : failure;
    }

    private void keep() throws IOException {
        try (starter) {
            long pid = starter.process();
            try {
                keep(pid);
            } finally {
                // Without these, bubblewrap gives up by itself.
                ours.options().close();
                ours.program().close();
                end(pid);
            }
        }
    }

    private void keep(long pid) throws IOException {
        var process = Posix.process(pid);
        synchronized (this) {
            outside = process;
            notifyAll();
        }
        spawn.descriptors().forEach(OwnedDescriptor::close);
        try (var arena = Arena.ofConfined()) {
            var buffer = arena.allocate(BUFFER);
            if (settle(pid, buffer)) {
                begin();
            }
            drain(process, buffer, -1);
            end(pid);
            drain(null, buffer, DRAINED_MILLIS);
            said.finish();
            hear(buffer, 0);
        }
    }

    /// Kills what is not dead yet, and takes bubblewrap off the kernel's list.
    private void end(long pid) throws IOException {
        synchronized (this) {
            if (exitStatus >= 0) {
                return;
            }
            if (outside != null) {
                Posix.kill(outside);
            }
        }
        int status = Posix.reap(pid);
        synchronized (this) {
            exitStatus = status;
            notifyAll();
        }
        endInside();
    }

    /// Whether the program was let go.
    private boolean settle(long pid, MemorySegment buffer) {
        boolean letGo = false;
        try {
            while (told.indexOf("\n") < 0 && hear(buffer, -1)) {}
            var found = FIRST_PROCESS.matcher(told);
            if (found.find()) {
                long number = Long.parseLong(found.group(1));
                var process = Posix.process(number);
                synchronized (this) {
                    first = number;
                    inside = process;
                }
                starter.limit(number, limits);
                atSpawn.spawned(pid, number);
                letGo();
                letGo = true;
            }
        } catch (IOException | RuntimeException e) {
            fail("its program was not let go: " + e.getMessage());
        } finally {
            ours.program().close();
            synchronized (this) {
                settled = true;
                notifyAll();
            }
        }
        return letGo;
    }

    private void begin() {
        boolean began = false;
        try {
            began = atSpawn.begun(first());
        } catch (IOException | RuntimeException e) {
            fail("its program was not let go: " + e.getMessage());
        }
        synchronized (this) {
            neverBegan = !began;
        }
    }

    private void letGo() throws IOException {
        byte[] content;
        synchronized (this) {
            content = text;
        }
        ours.program().open(content);
    }

    /// One piece of what bubblewrap tells; false at the end, or when nothing comes in time.
    private boolean hear(MemorySegment buffer, int millis) throws IOException {
        while (Posix.readable(ours.status(), millis)) {
            int n = Posix.read(ours.status(), buffer);
            if (n == 0) {
                return false;
            }
            synchronized (this) {
                told.append(
                        StandardCharsets.US_ASCII.decode(buffer.asSlice(0, n).asByteBuffer()));
            }
            if (millis < 0) {
                return true;
            }
        }
        return false;
    }

    /// Reads stderr until the process is dead; without one, until its end or until nobody writes for so long.
    private void drain(@Nullable OwnedDescriptor process, MemorySegment buffer, int millis) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var polled = arena.allocate(16, 4);
            polled.set(ValueLayout.JAVA_INT, 0, process == null ? -1 : process.number());
            polled.set(ValueLayout.JAVA_INT, 8, ours.stderr().number());
            polled.set(ValueLayout.JAVA_SHORT, 4, (short) Posix.POLLIN);
            polled.set(ValueLayout.JAVA_SHORT, 12, (short) Posix.POLLIN);
            var bytes = new byte[BUFFER];
            while (Posix.poll(polled, 2, millis) > 0) {
                if (polled.get(ValueLayout.JAVA_SHORT, 14) != 0) {
                    int n = Posix.read(ours.stderr(), buffer);
                    MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, 0, bytes, 0, n);
                    said.feed(bytes, n);
                    if (n == 0 && process == null) {
                        return;
                    }
                    if (n == 0) {
                        polled.set(ValueLayout.JAVA_INT, 8, -1);
                    }
                } else if (polled.get(ValueLayout.JAVA_SHORT, 6) != 0) {
                    return;
                }
            }
        }
    }

    /// Bubblewrap killed in the middle of its work leaves its first process to us. It is dead when all others
    /// are.
    private void endInside() throws IOException {
        OwnedDescriptor process;
        synchronized (this) {
            process = inside;
        }
        if (process != null) {
            Posix.kill(process);
            if (!Posix.readable(process, (int) DEATH.toMillis())) {
                listener.warning("the sandbox of " + name + " could not be ended: process " + first());
            }
        }
    }
}
