package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.watch.Audience;
import dev.outrigger.launch.watch.Violation;
import dev.outrigger.launch.watch.Watch;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What is to be seen of one start of a sandbox. Where this system has no way to see it, the sandbox denies all the
/// same.
public final class Oversight implements AtSpawn {
    private final @Nullable Audience audience;
    private final Supplier<Detection> detection;
    private volatile @Nullable Watch watch;
    private volatile @Nullable Listening listening;

    private Oversight(@Nullable Audience audience, Supplier<Detection> detection) {
        this.audience = audience;
        this.detection = detection;
    }

    public static Oversight none() {
        return new Oversight(null, Detection::here);
    }

    /// For one start, with violations told to this audience.
    public static Oversight telling(Audience audience) {
        return telling(audience, Detection::here);
    }

    static Oversight telling(Audience audience, Supplier<Detection> detection) {
        return new Oversight(audience, detection);
    }

    /// The filter that bubblewrap is to load: whatever is asked about must not be refused before it is asked.
    CallFilter ready(Beginning beginning) throws IOException {
        if (audience == null || !(detection.get() instanceof Detection.Available(var watcher, var listen))) {
            return beginning.calls();
        }
        var watching = watcher.watch(WatchPlan.nothing(beginning), audience);
        watch = watching;
        listening = Listening.ready(watching, listen);
        return WatchPlan.leftToTheKernel(beginning.calls());
    }

    /// What is allowed inside; until this is told, nothing is.
    void judgeBy(SandboxPlan plan) {
        var watching = watch;
        if (watching != null) {
            watching.judgeBy(WatchPlan.rules(plan));
        }
    }

    /// What bubblewrap is to run, with [#theirs] from that number on.
    List<String> command(int at, List<String> command) {
        return listening == null ? command : Listening.command(at, command);
    }

    /// The descriptors that the sandbox is to be given for it.
    List<Descriptor> theirs() {
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
