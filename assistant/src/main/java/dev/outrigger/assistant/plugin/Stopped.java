package dev.outrigger.assistant.plugin;

import org.jspecify.annotations.Nullable;

/// Why a talk with a plugin goes no further, in one line for people.
final class Stopped extends Exception {
    private final @Nullable FailureCode code;

    /// Without a code: cancelled.
    Stopped(@Nullable FailureCode code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    @Nullable
    FailureCode code() {
        return code;
    }

    boolean byCancelling() {
        return code == null;
    }

    Stopped and(String more) {
        return new Stopped(code, words() + more);
    }

    String words() {
        return String.valueOf(getMessage());
    }
}
