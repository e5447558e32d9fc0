package dev.outrigger.jp;

import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;

/// A command that jp itself has.
public interface BuiltIn {
    /// Its name, its arguments and what its help says.
    Command describe();

    /// The exit code.
    int run(Session session) throws Problem, OutputFailed;
}
