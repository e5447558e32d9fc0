package dev.outrigger.jp;

import dev.outrigger.terminal.Command;

/// A command that jp itself has.
public interface BuiltIn extends Act {
    /// Its name, its arguments and what its help says.
    Command describe();
}
