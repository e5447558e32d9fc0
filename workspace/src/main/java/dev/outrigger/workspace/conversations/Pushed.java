package dev.outrigger.workspace.conversations;

/// A batch that is on the disk. `count` is what the caller gave, without a `turn_start` put before it; `total` is the
/// conversation's number of events now.
public record Pushed(int count, long total) {}
