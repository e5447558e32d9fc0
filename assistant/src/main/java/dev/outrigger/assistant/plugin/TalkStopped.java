package dev.outrigger.assistant.plugin;

import org.jspecify.annotations.Nullable;

/// Why a talk with a plugin goes no further, in one line for people.
final class TalkStopped extends Exception {
    private final @Nullable FailureCode code;

    /// Without a code: cancelled.
    TalkStopped(@Nullable FailureCode code, String message) {
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

    TalkStopped and(String more) {
        return new TalkStopped(code, words() + more);
    }

    String words() {
        return String.valueOf(getMessage());
    }
}
