package dev.outrigger.kaged.audit;

import org.jspecify.annotations.Nullable;

/// The audit cannot take a row, or cannot be read. Whoever wanted the row written must not go on as if it were.
public final class AuditFailure extends Exception {
    AuditFailure(String what) {
        super(what);
    }

    AuditFailure(String what, Throwable cause) {
        super(what + (words(cause) == null ? "" : ": " + words(cause)), cause);
    }

    /// Where an exception says no more than which one caused it, the cause's own words.
    private static @Nullable String words(Throwable failure) {
        var cause = failure.getCause();
        return cause != null && cause.toString().equals(failure.getMessage()) ? words(cause) : failure.getMessage();
    }
}
