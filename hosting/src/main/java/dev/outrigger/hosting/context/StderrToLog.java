package dev.outrigger.hosting.context;

import dev.outrigger.launch.ProgramListener;
import dev.outrigger.wire.command.LogLevel;

/// What a plugin writes on stderr is for whoever looks into the log.
public record StderrToLog(RunLog log, String plugin) implements ProgramListener {
    @Override
    public void stderr(String line) {
        log.add(LogLevel.TRACE, plugin, line);
    }

    @Override
    public void warning(String message) {
        log.add(LogLevel.WARN, plugin, message);
    }
}
