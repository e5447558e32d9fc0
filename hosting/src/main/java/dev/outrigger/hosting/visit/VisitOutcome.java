package dev.outrigger.hosting.visit;

import dev.outrigger.terminal.OutputFailed;

/// How a plugin's run ended.
public sealed interface VisitOutcome {
    /// It said `exit`; `reason` is "" without one.
    record Left(int code, String reason) implements VisitOutcome {}

    /// It, or what it was sent, broke.
    record Broke(VisitFault fault) implements VisitOutcome {}

    /// The user or the system wanted an end, and the plugin had nothing to say to it.
    record Interrupted(int exitCode) implements VisitOutcome {}

    /// What it printed could not be written.
    record NoOutput(OutputFailed failure) implements VisitOutcome {}
}
