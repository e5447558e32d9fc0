package dev.outrigger.kaged.audit;

/// The audit cannot take a row, or cannot be read. Whoever wanted the row written must not go on as if it were.
public final class AuditFailure extends Exception {
    AuditFailure(String what) {
        super(what);
    }

    AuditFailure(String what, Throwable cause) {
        super(what + (cause.getMessage() == null ? "" : ": " + cause.getMessage()), cause);
    }
}
