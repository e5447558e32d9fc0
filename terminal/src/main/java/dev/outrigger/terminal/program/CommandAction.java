package dev.outrigger.terminal.program;

import dev.outrigger.terminal.OutputFailed;

/// What a call of a program comes down to.
public interface CommandAction<C extends ProgramContext> {
    /// The exit code.
    int run(C context) throws Problem, OutputFailed;
}
