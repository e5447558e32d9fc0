package dev.outrigger.launch;

import java.nio.file.Path;

/// Starts programs, and remembers in `<stateDir>/runs` which ones, so that [Strays] can end what a killed host left.
public final class Launcher {
    private final Path stateDir;

    public Launcher(Path stateDir) {
        this.stateDir = stateDir;
    }

    /// Returns as soon as the program is on its way; that the system refuses to run it after all is told by
    /// [Child#end]. May be called on any thread: the child is bound to one of its own, which lives as long as the
    /// child.
    public Child start(Program program, Listener listener) throws CannotStart {
        return start(program, listener, () -> {});
    }

    /// `before` is called on that thread, just before the program is started on it.
    public Child start(Program program, Listener listener, BeforeSpawn before) throws CannotStart {
        var problem = Diagnosis.of(program.file(), program.environment().getOrDefault("PATH", ""));
        if (problem.isPresent()) {
            throw problem.get();
        }
        var run = Run.begin();
        var token = Run.freshToken();
        var plan = Plan.of(program, run, token, Tools.find(program), Environment.terminal());
        var remembered = RunRecord.write(stateDir, run, program.file(), listener);
        boolean started = false;
        try {
            var child = Child.spawn(program, plan, run, token, remembered, listener, before);
            started = true;
            return child;
        } finally {
            if (!started && remembered != null) {
                remembered.remove();
            }
        }
    }
}
