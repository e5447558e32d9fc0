package dev.outrigger.hosting.visit;

import dev.outrigger.workspace.settings.Settings;
import java.time.Duration;

/// How much a plugin may send, and how long it may take.
public record PluginLimits(
        int lineBytes, int strayLines, int queueBytes, Duration handshake, Duration grace, Duration stall) {

    public static PluginLimits of(Settings settings) {
        return new PluginLimits(
                (int) settings.wholeNumber("plugins.max_line_bytes"),
                (int) settings.wholeNumber("plugins.max_stray_lines"),
                (int) settings.wholeNumber("plugins.queue_bytes"),
                Duration.ofSeconds(settings.wholeNumber("plugins.handshake_timeout_secs")),
                Duration.ofSeconds(settings.wholeNumber("plugins.shutdown_timeout_secs")),
                Duration.ofSeconds(settings.wholeNumber("plugins.stall_secs")));
    }
}
