package dev.outrigger.workspace.conversations;

/// A batch that is on the disk.
///
/// @param count what the caller gave, without a `turn_start` put before it
/// @param first the number of its first event in the conversation, from 1
/// @param last that of its last
/// @param timestamp of each event that came without one
public record PushedBatch(int count, long first, long last, String timestamp) {}
