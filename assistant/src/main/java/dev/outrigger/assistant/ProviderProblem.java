package dev.outrigger.assistant;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Why a model call failed.
public final class ProviderProblem extends AdvisedProblem {
    public enum Kind {
        /// Nobody there, or not in time: another try may find somebody.
        UNREACHABLE(true),
        /// No answer in time, or none any more.
        TIMEOUT(true),
        /// Too much is asked of it (429).
        BUSY(true),
        /// It failed itself (5xx, and 529).
        FAILED(true),
        /// The answer broke off in its middle.
        CUT(true),
        /// The answer ended properly before its first word: the same request gets the same.
        EMPTY(false),
        /// Nobody listens at an address of this machine: that does not change in seconds.
        ABSENT(false),
        /// The answer is not in the provider's format.
        MALFORMED(false),
        /// It does not take the request as it is (400, 422): another form of it may do.
        UNFIT(false),
        /// It does not want this request: the key, the model, who asks.
        REFUSED(false);

        private final boolean passing;

        Kind(boolean passing) {
            this.passing = passing;
        }
    }

    private final Kind kind;
    private final @Nullable Duration retryAfter;

    /// @param retryAfter how long the provider wants to be left alone
    public ProviderProblem(Kind kind, String what, String hint, @Nullable Duration retryAfter) {
        super(what, hint);
        this.kind = kind;
        this.retryAfter = retryAfter;
    }

    public ProviderProblem(Kind kind, String what, String hint) {
        this(kind, what, hint, null);
    }

    /// The same, with one more sentence of what to know.
    ProviderProblem and(String more) {
        return new ProviderProblem(kind, what(), hint().isEmpty() ? more : hint() + " " + more, retryAfter);
    }

    public Kind kind() {
        return kind;
    }

    /// Whether it may go away by itself.
    public boolean passing() {
        return kind.passing;
    }

    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
