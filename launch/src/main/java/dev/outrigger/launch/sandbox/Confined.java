package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.Child;
import dev.outrigger.launch.Ending;
import dev.outrigger.launch.Listener;
import dev.outrigger.launch.tunnel.Tunnels;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A program that was started in a sandbox. Whoever started it calls [#end] or [#kill] on every way out; after either,
/// nothing that it started is alive.
public final class Confined implements AutoCloseable {
    private static final Pattern FIRST_PROCESS = Pattern.compile("\"child-pid\": *([0-9]+)");
    private static final long DEATH_NANOS = 5_000_000_000L;
    private static final long PAUSE_NANOS = 200_000L;

    private final String name;
    private final Child child;
    private final Path folder;
    private final RunAs as;
    private final Listener listener;
    private final Tunnels tunnels;
    private @Nullable SandboxEnding ending;

    Confined(String name, Child child, Path folder, RunAs as, Listener listener, Tunnels tunnels) {
        this.name = name;
        this.child = child;
        this.folder = folder;
        this.as = as;
        this.listener = listener;
        this.tunnels = tunnels;
    }

    /// Unbuffered. [OutputStream#close] does not throw and does not wait.
    public OutputStream stdin() {
        return child.stdin();
    }

    /// Unbuffered. Readable to its end, also after the program's; until [#close].
    public InputStream stdout() {
        return child.stdout();
    }

    /// The last 20 lines of stderr, oldest first.
    public List<String> stderrTail() {
        return child.stderrTail();
    }

    public boolean isAlive() {
        return child.isAlive();
    }

    /// Whether it ends of its own within this time. An interrupt cuts the waiting short.
    public boolean leftWithin(Duration patience) {
        return child.leftWithin(patience);
    }

    /// Asks the program to leave, by SIGTERM. Bubblewrap would keep that to itself, so it goes past it, to the process
    /// below the first one of the sandbox. False when there is none (yet, or any more).
    public boolean terminate() {
        var first = firstProcess();
        return first.isPresent()
                && first.get().children().map(ProcessHandle::destroy).reduce(false, Boolean::logicalOr);
    }

    /// Closes stdin, gives the program this long to leave, then ends it and everything it started.
    public SandboxEnding end(Duration grace) {
        var _ = closeAndWait(grace);
        return kill();
    }

    private boolean closeAndWait(Duration grace) {
        try {
            child.stdin().close();
        } catch (IOException e) {
            listener.warning("the stdin of " + name + " cannot be closed: " + e.getMessage());
        }
        return child.leftWithin(grace);
    }

    /// Ends it, and everything it started, at once.
    public synchronized SandboxEnding kill() {
        if (ending == null) {
            var first = firstProcess();
            var told = child.kill();
            // The first process of a namespace is gone only when all others are.
            first.ifPresent(this::awaitDeath);
            ending = judge(told);
            tunnels.close();
            forget(folder, listener);
        }
        return ending;
    }

    /// Ends what is left, and lets go of the pipes.
    @Override
    public void close() {
        kill();
        child.close();
    }

    /// Looks by itself: for processes that are no children of ours, the JDK comes back only after seconds.
    private void awaitDeath(ProcessHandle first) {
        first.destroyForcibly();
        long start = System.nanoTime();
        while (first.isAlive() && !isDead(first.pid())) {
            if (System.nanoTime() - start > DEATH_NANOS) {
                listener.warning("the sandbox of " + name + " could not be ended: process " + first.pid());
                return;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /// Dead, and only not buried yet by whoever inherited it.
    static boolean isDead(long pid) {
        try {
            var stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
            int state = stat.lastIndexOf(')') + 2;
            return state < stat.length() && (stat.charAt(state) == 'Z' || stat.charAt(state) == 'X');
        } catch (IOException _) {
            // Buried.
            return true;
        }
    }

    /// Bubblewrap tells an exit status only of a program that it had started: without one, what ended with a status
    /// was bubblewrap itself.
    private SandboxEnding judge(Ending told) {
        return switch (told) {
            case Ending.NotStarted(var why) -> new SandboxEnding.NotMade(String.valueOf(why.getMessage()));
            case Ending.Signalled _ -> new SandboxEnding.Ran(told);
            case Ending.Exited _ when status().contains("\"exit-code\"") -> new SandboxEnding.Ran(told);
            case Ending.Exited _ -> new SandboxEnding.NotMade(words());
        };
    }

    private String words() {
        var said = String.join(" / ", child.stderrTail());
        var who = as instanceof RunAs.Other(int uid, var _)
                ? " (it runs as user " + uid + ", who must be able to reach every folder it is given)"
                : "";
        return "the sandbox of " + name + " could not be made" + who + ": " + said;
    }

    /// The first process inside: all others end before it does.
    Optional<ProcessHandle> firstProcess() {
        var found = FIRST_PROCESS.matcher(status());
        return found.find() ? ProcessHandle.of(Long.parseLong(found.group(1))) : Optional.empty();
    }

    private String status() {
        var file = folder.resolve("status");
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            listener.warning(file + " cannot be read: " + e.getMessage());
            return "";
        }
    }

    static void forget(Path folder, Listener listener) {
        try {
            BinFolder.remove(folder);
        } catch (IOException e) {
            listener.warning(folder + " cannot be removed: " + e.getMessage());
        }
    }
}
