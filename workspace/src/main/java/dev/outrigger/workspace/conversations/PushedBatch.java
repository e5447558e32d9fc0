package dev.outrigger.workspace.conversations;

/// A batch that is on the disk. `count` is what the caller gave, without a `turn_start` put before it.
public record PushedBatch(int count) {}
