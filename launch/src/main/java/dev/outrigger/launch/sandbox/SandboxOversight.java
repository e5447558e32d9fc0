package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.NativePrograms;
import dev.outrigger.launch.watch.SandboxWatch;
import dev.outrigger.launch.watch.Violation;
import dev.outrigger.launch.watch.ViolationListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What is to be seen of one start of a sandbox. Where this system has no way to see it, the sandbox denies all the
/// same.
public final class SandboxOversight implements SpawnStep {
    /// Who is told, and what our program `listen` does besides.
    private enum Kind {
        NOTHING,
        TELLING,
        OWN_PIPES,
        LEFT_BEHIND
    }

    /// How `listen` says that something was left behind.
    private static final String LEFT_BEHIND = "listen: left behind: ";

    private final Kind kind;
    private final @Nullable ViolationListener audience;
    private final Supplier<Detection> detection;
    private volatile @Nullable SandboxWatch watch;
    private volatile @Nullable ListenerHandshake listening;

    private SandboxOversight(Kind kind, @Nullable ViolationListener audience, Supplier<Detection> detection) {
        this.kind = kind;
        this.audience = audience;
        this.detection = detection;
    }

    public static SandboxOversight none() {
        return new SandboxOversight(Kind.NOTHING, null, Detection::here);
    }

    /// Of what the program does, nothing is seen but that it closes its stdin or its stdout: nobody else holds these.
    /// Where our program `listen` was not built, that is not seen either.
    public static SandboxOversight ownPipes() {
        return new SandboxOversight(Kind.OWN_PIPES, null, Detection::here);
    }

    /// The same, and what the program leaves running is named on stderr: see [#leftBehind].
    public static SandboxOversight ofWhatIsLeft() {
        return new SandboxOversight(Kind.LEFT_BEHIND, null, Detection::here);
    }

    /// Whether [#ofWhatIsLeft] sees anything here.
    public static boolean seesWhatIsLeft() {
        return NativePrograms.program("listen").isPresent();
    }

    /// The name of a process that still ran when the program had left, by the lines of its stderr.
    public static Optional<String> leftBehind(List<String> stderr) {
        for (var line : stderr.reversed()) {
            // What stands before it is the last line of the program, which lacks its newline.
            int at = line.indexOf(LEFT_BEHIND);
            if (at >= 0) {
                return Optional.of(line.substring(at + LEFT_BEHIND.length()));
            }
        }
        return Optional.empty();
    }

    /// For one start, with violations told to this audience.
    public static SandboxOversight telling(ViolationListener audience) {
        return telling(audience, Detection::here);
    }

    static SandboxOversight telling(ViolationListener audience, Supplier<Detection> detection) {
        return new SandboxOversight(Kind.TELLING, audience, detection);
    }

    /// The filter that bubblewrap is to load: whatever is asked about must not be refused before it is asked.
    CallFilter ready(BubblewrapBeginning beginning) throws IOException {
        if (audience == null || !(detection.get() instanceof Detection.Available(var watcher, var listen))) {
            var deaf = kind == Kind.NOTHING ? Optional.<Path>empty() : NativePrograms.program("listen");
            listening = deaf.isPresent() ? ListenerHandshake.deaf(deaf.get()) : null;
            return beginning.calls();
        }
        var watching = watcher.watch(WatchPlan.nothing(beginning), audience);
        watch = watching;
        listening = ListenerHandshake.ready(watching, listen);
        return WatchPlan.leftToTheKernel(beginning.calls());
    }

    /// What is allowed inside; until this is told, nothing is.
    void judgeBy(SandboxPlan plan) {
        var watching = watch;
        if (watching != null) {
            watching.judgeBy(WatchPlan.rules(plan));
        }
    }

    /// What bubblewrap is to run, with [#theirs] from that number on, and behind them stdin and stdout if those are
    /// [#aside].
    List<String> command(int at, List<String> command) {
        if (listening == null) {
            return command;
        }
        int behind = at + theirs().size();
        return ListenerHandshake.command(
                at, aside() ? behind : 0, aside() ? behind + 1 : 1, watch == null, kind == Kind.LEFT_BEHIND, command);
    }

    /// Whether what bubblewrap runs is to be the first process inside: `listen`, which keeps its memory to itself, in
    /// the place of bubblewrap's own, which does not.
    boolean isFirst() {
        return listening != null;
    }

    /// Whether bubblewrap is to have neither the program's stdin nor its stdout.
    boolean aside() {
        return switch (kind) {
            case NOTHING, TELLING -> false;
            case OWN_PIPES, LEFT_BEHIND -> listening != null;
        };
    }

    /// The descriptors that the sandbox is to be given for it.
    List<OwnedDescriptor> theirs() {
        var ready = listening;
        return ready == null ? List.of() : ready.theirs();
    }

    @Override
    public boolean begun(long inside) throws IOException {
        var ready = listening;
        return ready == null || ready.begin(inside);
    }

    @Override
    public void dead() {
        var ready = listening;
        if (ready != null) {
            ready.close();
        }
    }

    /// What the sandbox was killed for, if it was.
    public Optional<Violation> killedFor() {
        var watching = watch;
        return watching == null ? Optional.empty() : watching.killedFor();
    }

    /// The last violation, if there was one after this time of [System#nanoTime].
    public Optional<Violation> lastSince(long nanos) {
        var watching = watch;
        return watching == null ? Optional.empty() : watching.lastSince(nanos);
    }

    /// How many calls have waited to be looked at.
    public long asked() {
        var watching = watch;
        return watching == null ? 0 : watching.asked();
    }

    /// How many violations there were, told or not.
    public long violations() {
        var watching = watch;
        return watching == null ? 0 : watching.total();
    }
}
