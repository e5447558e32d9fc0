package dev.outrigger.kaged;

import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;

/// A command of `kaged`.
public interface BuiltIn {
    /// Its name, its arguments and what its help says.
    Command describe();

    /// The exit code.
    int run(Session session) throws Problem, OutputFailed;
}
