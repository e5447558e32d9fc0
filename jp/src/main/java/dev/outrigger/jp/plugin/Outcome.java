package dev.outrigger.jp.plugin;

import dev.outrigger.terminal.OutputFailed;

/// How a plugin's run ended.
public sealed interface Outcome {
    /// It said `exit`; `reason` is "" without one.
    record Left(int code, String reason) implements Outcome {}

    /// It, or what it was sent, broke.
    record Broke(Fault fault) implements Outcome {}

    /// The user or the system wanted an end, and the plugin had nothing to say to it.
    record Interrupted(int exitCode) implements Outcome {}

    /// What it printed could not be written.
    record NoOutput(OutputFailed failure) implements Outcome {}
}
