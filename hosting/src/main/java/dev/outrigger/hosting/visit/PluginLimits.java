package dev.outrigger.hosting.visit;

import dev.outrigger.hosting.live.RespondRules;
import dev.outrigger.workspace.settings.Settings;
import java.time.Duration;

/// How much a plugin may send, and how long it may take.
public record PluginLimits(
        int lineBytes,
        int strayLines,
        int queueBytes,
        Duration handshake,
        Duration grace,
        Duration stall,
        int queriesAtOnce,
        RespondRules responses) {

    public static PluginLimits of(Settings settings) {
        return new PluginLimits(
                (int) settings.wholeNumber("plugins.max_line_bytes"),
                (int) settings.wholeNumber("plugins.max_stray_lines"),
                (int) settings.wholeNumber("plugins.queue_bytes"),
                Duration.ofSeconds(settings.wholeNumber("plugins.handshake_timeout_secs")),
                Duration.ofSeconds(settings.wholeNumber("plugins.shutdown_timeout_secs")),
                Duration.ofSeconds(settings.wholeNumber("plugins.stall_secs")),
                (int) settings.wholeNumber("plugins.queries_at_once"),
                new RespondRules(
                        Duration.ofSeconds(settings.wholeNumber("plugins.respond_timeout_secs")),
                        settings.text("plugins.respond_timeout_action").equals("approve")));
    }
}
