package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.watch.Audience;
import dev.outrigger.launch.watch.Detection;
import dev.outrigger.launch.watch.Violation;
import dev.outrigger.launch.watch.Watch;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What is to be seen of one start of a sandbox. Where this system has no way to see it, the sandbox denies all the
/// same.
public final class Oversight implements AtSpawn {
    private final @Nullable Audience audience;
    private volatile @Nullable Watch watch;

    private Oversight(@Nullable Audience audience) {
        this.audience = audience;
    }

    public static Oversight none() {
        return new Oversight(null);
    }

    /// For one start, with violations told to this audience.
    public static Oversight telling(Audience audience) {
        return new Oversight(audience);
    }

    /// The filter that bubblewrap is to load: whatever is asked about must not be refused before it is asked.
    CallFilter ready(Beginning beginning) {
        if (audience == null || !(Detection.here() instanceof Detection.Available(var watcher))) {
            return beginning.calls();
        }
        watch = watcher.watch(WatchPlan.nothing(beginning), audience);
        return WatchPlan.leftToTheKernel(beginning.calls());
    }

    /// What is allowed inside; until this is told, nothing is.
    void judgeBy(SandboxPlan plan) {
        var watching = watch;
        if (watching != null) {
            watching.judgeBy(WatchPlan.rules(plan));
        }
    }

    @Override
    public void before() throws IOException {
        var watching = watch;
        if (watching != null) {
            watching.install();
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
