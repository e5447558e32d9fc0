package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.ProgramListener;
import dev.outrigger.launch.StderrTail;
import dev.outrigger.launch.UninterruptedWait;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The thread of a sandbox: has it started, lets its program go, drains its stderr, and waits until all of it
/// is dead. It is a thread of the system's own until the program has run for a moment, and a virtual one from then on.
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

    /// Most programs that end soon do so before, and most others say next to nothing after it.
    private static final Duration MOMENT = Duration.ofSeconds(1);

    /// For what the kernel does at once; it is longer only on a machine that stands still.
    private static final Duration DEATH = Duration.ofSeconds(5);

    /// For what the dead have written. Only somebody who escaped can keep the pipe open for longer.
    private static final int DRAINED_MILLIS = 1000;

    private static final int NO_LIMIT = -1;

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
    private SandboxStarter.@Nullable StarterTask spawned;
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
    private long pid;
    private boolean quiet;
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

    void start() throws IOException {
        boolean kept = false;
        try {
            atSpawn.before();
            spawned = starter.spawn(spawn);
            var thread = new Thread(null, this, "keeps " + name, STACK);
            thread.setDaemon(true);
            thread.start();
            kept = true;
        } finally {
            if (!kept) {
                starter.leave();
                atSpawn.dead();
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
        return UninterruptedWait.keep(() -> waitFor(condition, limit));
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
        boolean lives = false;
        try {
            lives = began() && !diesWithin(MOMENT) && keptByVirtualThread();
        } catch (IOException | RuntimeException e) {
            fail(String.valueOf(e.getMessage()));
        } finally {
            if (!lives) {
                conclude();
            }
        }
    }

    private boolean keptByVirtualThread() throws IOException {
        var _ = DescriptorWait.ready();
        Thread.ofVirtual().name("keeps " + name).start(() -> {
            try {
                diesWithin(null);
            } catch (IOException | RuntimeException e) {
                fail(String.valueOf(e.getMessage()));
            } finally {
                conclude();
            }
        });
        return true;
    }

    /// Whatever it was that ended it: nothing of it is left when it is told to have finished.
    private void conclude() {
        try {
            end();
        } catch (IOException | RuntimeException e) {
            fail(String.valueOf(e.getMessage()));
        } finally {
            starter.leave();
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

    /// Whether there is a process now; what it is to run may have begun.
    private boolean began() throws IOException {
        pid = Objects.requireNonNull(spawned).answer();
        var process = Posix.process(pid);
        synchronized (this) {
            outside = process;
            notifyAll();
        }
        spawn.descriptors().forEach(OwnedDescriptor::close);
        if (settle()) {
            begin();
        }
        return true;
    }

    /// Kills what is not dead yet, takes bubblewrap off the kernel's list, and hears what the dead have written.
    private void end() throws IOException {
        // Without these, bubblewrap gives up by itself.
        ours.options().close();
        ours.program().close();
        if (pid == 0) {
            return;
        }
        OwnedDescriptor process;
        synchronized (this) {
            process = outside;
        }
        if (process != null) {
            Posix.kill(process);
            DescriptorWait.readable(NO_LIMIT, process);
        }
        int status = Posix.reap(pid);
        synchronized (this) {
            exitStatus = status;
            notifyAll();
        }
        endInside();
        while (!quiet && DescriptorWait.readable(DRAINED_MILLIS, ours.stderr())) {
            drain();
        }
        said.finish();
        hear(0);
    }

    /// Whether the program was let go.
    private boolean settle() {
        boolean letGo = false;
        try {
            while (told.indexOf("\n") < 0 && hear(NO_LIMIT)) {}
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
    private boolean hear(int millis) throws IOException {
        while (DescriptorWait.readable(millis, ours.status())) {
            try (var arena = Arena.ofConfined()) {
                var buffer = arena.allocate(BUFFER);
                int n = Posix.read(ours.status(), buffer);
                if (n == 0) {
                    return false;
                }
                synchronized (this) {
                    told.append(StandardCharsets.US_ASCII.decode(
                            buffer.asSlice(0, n).asByteBuffer()));
                }
            }
            if (millis < 0) {
                return true;
            }
        }
        return false;
    }

    /// Drains stderr until the process is dead, or for so long. Whether it is dead.
    private boolean diesWithin(@Nullable Duration limit) throws IOException {
        OwnedDescriptor process;
        synchronized (this) {
            process = Objects.requireNonNull(outside);
        }
        var both = new OwnedDescriptor[] {process, ours.stderr()};
        var one = new OwnedDescriptor[] {process};
        long began = System.nanoTime();
        while (true) {
            long left = limit == null
                    ? NO_LIMIT
                    : limit.minusNanos(System.nanoTime() - began).toMillis();
            if (limit != null && left <= 0) {
                return false;
            }
            if (!DescriptorWait.readable((int) left, quiet ? one : both)) {
                continue;
            }
            if (!quiet && DescriptorWait.readable(0, ours.stderr())) {
                drain();
            } else if (DescriptorWait.readable(0, process)) {
                return true;
            }
        }
    }

    /// One piece of its stderr, of which there is some, or its end.
    private void drain() throws IOException {
        try (var arena = Arena.ofConfined()) {
            var buffer = arena.allocate(BUFFER);
            int n = Posix.read(ours.stderr(), buffer);
            quiet = n == 0;
            said.feed(buffer.asSlice(0, n).toArray(ValueLayout.JAVA_BYTE), n);
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
            if (!DescriptorWait.readable((int) DEATH.toMillis(), process)) {
                listener.warning("the sandbox of " + name + " could not be ended: process " + first());
            }
        }
    }
}
