package dev.outrigger.hosting.context;

import dev.outrigger.terminal.Command;

/// A command that jp itself has.
public interface JpCommand extends CommandAction {
    /// Its name, its arguments and what its help says.
    Command describe();
}
