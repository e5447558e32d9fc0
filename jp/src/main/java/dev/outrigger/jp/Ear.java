package dev.outrigger.jp;

import dev.outrigger.launch.Listener;
import dev.outrigger.wire.command.LogLevel;

/// What a plugin writes on stderr is for whoever looks into the log.
public record Ear(Log log, String plugin) implements Listener {
    @Override
    public void stderr(String line) {
        log.add(LogLevel.TRACE, plugin, line);
    }

    @Override
    public void warning(String message) {
        log.add(LogLevel.WARN, plugin, message);
    }
}
