package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.ChildStdin;
import dev.outrigger.launch.PipedProgram;
import dev.outrigger.launch.ProgramEnding;
import dev.outrigger.launch.ProgramListener;
import dev.outrigger.launch.tunnel.Tunnels;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A program in a sandbox.
public final class ConfinedProgram extends PipedProgram {
    private final String name;
    private final SandboxThread keeper;
    /// The same pipe as stdout.
    private final OwnedDescriptor said;

    private final HostIdentity as;
    private final Tunnels tunnels;
    private @Nullable ProgramEnding ending;

    ConfinedProgram(
            String name,
            SandboxThread keeper,
            OutputStream stdin,
            InputStream stdout,
            OwnedDescriptor said,
            HostIdentity as,
            Tunnels tunnels,
            ProgramListener listener) {
        super(name, new ChildStdin(stdin), stdout, listener);
        this.name = name;
        this.keeper = keeper;
        this.said = said;
        this.as = as;
        this.tunnels = tunnels;
    }

    /// What bubblewrap is to make; without, it goes on waiting.
    void give(Bubblewrap bubblewrap) throws ConfinementRefused {
        keeper.give(bubblewrap);
    }

    @Override
    public void close() {
        super.close();
        said.close();
    }

    /// Whether there is something to read from its stdout, or its end, within so many milliseconds; no limit is
    /// negative. A virtual thread holds no other thread while it waits.
    public boolean saysWithin(int millis) throws IOException {
        return DescriptorWait.readable(millis, said);
    }

    @Override
    public List<String> stderrTail() {
        return keeper.said().tail();
    }

    /// Of its first process, as the host counts; none before there is one.
    public OptionalLong pid() {
        long first = keeper.first();
        return first == 0 ? OptionalLong.empty() : OptionalLong.of(first);
    }

    @Override
    public boolean isAlive() {
        return !keeper.exited();
    }

    @Override
    protected boolean exitedWithin(Duration patience) throws InterruptedException {
        return keeper.exitedWithin(patience);
    }

    /// Asks the program to leave, by SIGTERM. Bubblewrap would keep that to itself, so it goes past it, to
    /// the process below the first one of the sandbox. False when there is none (yet, or any more).
    public boolean terminate() {
        var first = firstProcess();
        return first.isPresent()
                && first.get().children().map(ProcessHandle::destroy).reduce(false, Boolean::logicalOr);
    }

    /// What it waits for is the kernel's, with limits of its own.
    @Override
    public synchronized ProgramEnding kill() {
        if (ending == null) {
            boolean dead = keeper.kill();
            stdin().close();
            tunnels.close();
            if (!dead) {
                warn(name + " or something it started could not be ended");
            }
            ending = judge(ProgramEnding.ofStatus(keeper.exitStatus() < 0 ? 128 + Posix.SIGKILL : keeper.exitStatus()));
        }
        return ending;
    }

    /// Bubblewrap tells an exit status only of a program that it had started: without one, what ended with a
    /// status was bubblewrap itself.
    private ProgramEnding judge(ProgramEnding told) {
        return switch (told) {
            case ProgramEnding.NotStarted _, ProgramEnding.Signalled _ -> told;
            case ProgramEnding.Exited _ when keeper.neverBegan() -> new ProgramEnding.NotStarted(words());
            case ProgramEnding.Exited _ when keeper.told().contains("\"exit-code\"") -> told;
            case ProgramEnding.Exited _ -> new ProgramEnding.NotStarted(words());
        };
    }

    private String words() {
        var said = String.join(" / ", stderrTail());
        var who = as instanceof HostIdentity.Other(int uid, var _)
                ? " (it runs as user " + uid + ", who must be able to reach every folder it is given)"
                : "";
        var ours = keeper.failure().isEmpty() ? "" : ": " + keeper.failure();
        return "the sandbox of " + name + " could not be made" + who + ours + ": " + said;
    }

    /// The first process inside: all others end before it does.
    Optional<ProcessHandle> firstProcess() {
        long first = keeper.first();
        return first == 0 ? Optional.empty() : ProcessHandle.of(first);
    }
}
