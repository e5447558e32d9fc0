package dev.outrigger.hosting.context;

import dev.outrigger.terminal.OutputFailed;

/// What a call of jp comes down to.
public interface CommandAction {
    /// The exit code.
    int run(JpContext context) throws Problem, OutputFailed;
}
