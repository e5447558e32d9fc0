package dev.outrigger.kaged.service;

/// Hears every line on a plugin's pipes as it passes. Called by the threads that read and write them: who is slow here
/// makes the plugin slow.
@FunctionalInterface
public interface PipeListener {
    enum Direction {
        TO_PLUGIN,
        FROM_PLUGIN
    }

    /// Without its newline.
    void line(Direction direction, byte[] line);
}
