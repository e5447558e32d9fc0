package dev.outrigger.kaged.context;

import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;

/// A command of `kaged`.
public interface KagedCommand {
    /// Its name, its arguments and what its help says.
    Command describe();

    /// The exit code.
    int run(KagedContext context) throws Problem, OutputFailed;
}
