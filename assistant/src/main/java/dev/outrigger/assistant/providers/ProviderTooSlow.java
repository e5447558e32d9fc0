package dev.outrigger.assistant.providers;

import java.io.IOException;
import java.time.Duration;

/// Nothing came for so long.
final class ProviderTooSlow extends IOException {
    private final boolean begun;
    private final Duration waited;

    /// @param begun whether the answer had begun
    ProviderTooSlow(boolean begun, Duration waited) {
        super("too slow");
        this.begun = begun;
        this.waited = waited;
    }

    String what() {
        var time = words(waited);
        return begun ? "went silent in the middle of its answer for " + time : "did not answer within " + time;
    }

    static String words(Duration time) {
        return time.toSeconds() > 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }
}
