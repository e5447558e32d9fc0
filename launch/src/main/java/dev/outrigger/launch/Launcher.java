package dev.outrigger.launch;

import java.nio.file.Path;
import java.util.Optional;

/// Starts programs, and remembers in `<stateDir>/runs` which ones, so that [StrayProcesses] can end what a killed host
/// left.
public final class Launcher {
    private final Path stateDir;

    public Launcher(Path stateDir) {
        this.stateDir = stateDir;
    }

    /// Returns as soon as the program is on its way; that the system refuses to run it after all is told by
    /// [ChildProgram#end]. May be called on any thread: the child is bound to one of its own, which lives as long
    /// as the child.
    public ChildProgram start(ProgramSpec program, ProgramListener listener) throws CannotStart {
        var problem =
                StartDiagnosis.of(program.original(), program.environment().getOrDefault("PATH", ""));
        if (problem.isPresent()) {
            throw problem.get();
        }
        var run = ProgramRun.begin();
        var token = ProgramRun.freshToken();
        var plan = plan(program, run, token);
        var remembered = RunRecord.write(stateDir, run, program.file(), listener);
        boolean started = false;
        try {
            var child = ChildProgram.spawn(program, plan, run, token, remembered, listener);
            started = true;
            return child;
        } finally {
            if (!started && remembered != null) {
                remembered.remove();
            }
        }
    }

    private static StartPlan plan(ProgramSpec program, ProgramRun run, String token) throws CannotStart {
        var terminal = ChildEnvironment.terminal();
        var become = program.contain() ? Optional.<Path>empty() : NativePrograms.program(NativePrograms.BECOME);
        return become.isPresent()
                ? StartPlan.by(become.get(), program, run, token, terminal)
                : StartPlan.of(program, run, token, SystemTools.find(program), terminal);
    }
}
