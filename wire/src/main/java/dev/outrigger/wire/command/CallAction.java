package dev.outrigger.wire.command;

import java.util.Locale;

/// What may be said to a tool call. The wire says it in lower case.
public enum CallAction {
    APPROVE,
    REJECT,
    /// Yes, with other arguments.
    MODIFY;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
