package dev.outrigger.wire.command;

/// How loud a log message is.
public enum LogLevel {
    ERROR(0),
    WARN(1),
    INFO(2),
    DEBUG(3),
    TRACE(4);

    private final int number;

    LogLevel(int number) {
        this.number = number;
    }

    /// As in `init`'s `log_level`.
    public int number() {
        return number;
    }

    /// The level of this number; the loudest we have for a higher one.
    public static LogLevel of(int number) {
        for (var level : values()) {
            if (level.number == number) {
                return level;
            }
        }
        return TRACE;
    }
}
