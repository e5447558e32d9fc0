package dev.outrigger.jp;

import dev.outrigger.terminal.OutputFailed;

/// What a call of jp comes down to.
public interface Act {
    /// The exit code.
    int run(Session session) throws Problem, OutputFailed;
}
